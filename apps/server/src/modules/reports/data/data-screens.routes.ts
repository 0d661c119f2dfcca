import type { Endpoint, OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  generalAgents,
  generalResults,
  merchantStats,
  payoutCommissions,
  payoutStats,
  seniorAgents,
} from '@suanpan/contract/endpoints/data-screens';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { checkAgent } from '../../orders/index.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import {
  askGeneralAgents,
  askGeneralResults,
  askMerchantStats,
  askPayoutCommissions,
  askPayoutStats,
  askSeniorAgents,
} from './ask-data.ts';
import type { AskedScreen } from './ask-data.ts';
import { readData } from './read-data.ts';

/** The data centre: what was done, and where each figure comes from. */
export function bindDataScreens(app: Http, { db }: ReportsDeps): void {
  const read =
    <E extends Endpoint>(ask: (input: ParsedInputOf<E>) => AskedScreen) =>
    async (context: RequestContext, input: ParsedInputOf<E>): Promise<OutputOf<typeof merchantStats>> => {
      const { asked, screen } = ask(input);
      await checkAgent(db, context, { ...(asked.of.agent !== undefined && { agentId: asked.of.agent }) });
      const paged = input as { readonly page: number; readonly paginate: number };
      const more = { ...page(paged), locale: context.locale };
      return answerPage(paged, await readData(db.reports, screen, context.actor, { ...asked, ...more }));
    };
  bindEndpoints(
    app,
    { merchantStats, generalResults, payoutStats, payoutCommissions, seniorAgents, generalAgents },
    {
      merchantStats: read<typeof merchantStats>(askMerchantStats),
      generalResults: read<typeof generalResults>(askGeneralResults),
      payoutStats: read<typeof payoutStats>(askPayoutStats),
      payoutCommissions: read<typeof payoutCommissions>(askPayoutCommissions),
      seniorAgents: read<typeof seniorAgents>(askSeniorAgents),
      generalAgents: read<typeof generalAgents>(askGeneralAgents),
    },
  );
}
