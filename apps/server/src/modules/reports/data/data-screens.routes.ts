import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { merchantStats } from '@suanpan/contract/endpoints/data-screens';
import type { statsGroups } from '@suanpan/contract/endpoints/data-screens';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { checkAgent } from '../../orders/index.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import type { Dimension, Of, Party } from './data-screen.ts';
import { readData } from './read-data.ts';
import type { DataAsked } from './read-data.ts';
import { merchantStatsScreen } from './screens.ts';

/** The data centre: what was done, and where each figure comes from. */
export function bindDataScreens(app: Http, { db }: ReportsDeps): void {
  bindEndpoints(
    app,
    { merchantStats },
    {
      async merchantStats(context, input) {
        const asked = merchantStatsAsked(input);
        await checkAgent(db, context, { ...(asked.of.agent !== undefined && { agentId: asked.of.agent }) });
        return answerPage(
          input,
          await readData(db.reports, merchantStatsScreen, context.actor, {
            ...asked,
            ...page(input),
            locale: context.locale,
          }),
        );
      },
    },
  );
}

type StatsQuestion = Omit<ParsedInputOf<typeof merchantStats>, 'page' | 'paginate' | 'cursor'>;
type Asked = Omit<DataAsked, 'offset' | 'limit' | 'locale'>;

const statsDimensions: Readonly<Record<(typeof statsGroups)[number], readonly Dimension[]>> = {
  merchant: ['customer'],
  channel: ['channel'],
  day: ['day'],
  'merchant.channel': ['customer', 'channel'],
  'merchant.day': ['day', 'customer'],
  'channel.day': ['day', 'channel'],
};

/** What merchants' figures are asked, as the screen and its file ask it. */
export function merchantStatsAsked(input: StatsQuestion): Asked {
  const { compare, currency, from, group, sort, to } = input;
  return { from, to, currency, compare, sort, by: statsDimensions[group], of: ofWhom(input) };
}

/** Whom a question is about, by the names that it has on the wire. */
function ofWhom(input: { readonly [name: string]: unknown }): Of {
  const names: readonly (readonly [Party, string])[] = [
    ['customer', 'customer_id'],
    ['agent', 'agent_id'],
    ['channel', 'channel'],
  ];
  return Object.fromEntries(
    names.flatMap(([party, name]) => (typeof input[name] === 'string' ? [[party, BigInt(input[name])]] : [])),
  );
}
