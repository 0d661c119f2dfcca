import type { Endpoint, OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  channelAccountsData,
  cryptoData,
  feeLayers,
  generalAgents,
  generalResults,
  merchantAnalysis,
  merchantStats,
  merchantsData,
  payoutCommissions,
  payoutStats,
  seniorAgents,
} from '@suanpan/contract/endpoints/data-screens';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { checkAgent } from '../../orders/index.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import {
  askChannelAccounts,
  askCrypto,
  askFeeLayers,
  askGeneralAgents,
  askGeneralResults,
  askMerchantAnalysis,
  askMerchantStats,
  askMerchants,
  askPayoutCommissions,
  askPayoutStats,
  askSeniorAgents,
} from './ask-data.ts';
import type { AskedScreen } from './ask-data.ts';
import { merchantDetails } from './merchant-details.ts';
import { readData } from './read-data.ts';

type Answer = OutputOf<typeof merchantStats>;

/** The data centre: what was done, and where each figure comes from. */
export function bindDataScreens(app: Http, { db, placesOf, unanswered }: ReportsDeps): void {
  const read =
    <E extends Endpoint>(
      ask: (input: ParsedInputOf<E>) => AskedScreen,
      withMore: (db: Kysely<Tables>, context: RequestContext, answer: Answer) => Promise<Answer> = async (
        _,
        __,
        answer,
      ) => answer,
    ) =>
    async (context: RequestContext, input: ParsedInputOf<E>): Promise<Answer> => {
      const { asked, screen } = ask(input);
      await checkAgent(db, context, { ...(asked.of.agent !== undefined && { agentId: asked.of.agent }) });
      const paged = input as { readonly page: number; readonly paginate: number };
      const more = { ...page(paged), locale: context.locale };
      const { told, value } = await db.figures.read(async (figures) => {
        const data = await readData(figures, screen, context.actor, { ...asked, ...more });
        return withMore(figures, context, answerPage(paged, data));
      });
      return { ...value, ...told };
    };
  bindEndpoints(
    app,
    {
      merchantStats,
      merchantAnalysis,
      merchantsData,
      generalResults,
      payoutStats,
      payoutCommissions,
      seniorAgents,
      generalAgents,
      feeLayers,
      channelAccountsData,
      cryptoData,
    },
    {
      merchantStats: read<typeof merchantStats>(askMerchantStats),
      merchantAnalysis: read<typeof merchantAnalysis>(askMerchantAnalysis),
      merchantsData: read<typeof merchantsData>(askMerchants, async (figures, { actor }, answer) => {
        const { currency } = answer.summary;
        const untold = await unanswered(figures);
        const details = await merchantDetails(figures, actor, currency, untold, answer.items);
        const withDetail = (row: DataRow): DataRow => {
          const merchant = details.get(row.key);
          return merchant === undefined ? row : { ...row, merchant };
        };
        return { ...answer, items: answer.items.map(withDetail) };
      }),
      generalResults: read<typeof generalResults>(askGeneralResults),
      payoutStats: read<typeof payoutStats>(askPayoutStats),
      payoutCommissions: read<typeof payoutCommissions>(askPayoutCommissions),
      seniorAgents: read<typeof seniorAgents>(askSeniorAgents),
      generalAgents: read<typeof generalAgents>(askGeneralAgents),
      feeLayers: read<typeof feeLayers>(askFeeLayers),
      channelAccountsData: read<typeof channelAccountsData>(askChannelAccounts),
      async cryptoData(context, input) {
        const answer = await read<typeof cryptoData>(askCrypto)(context, input);
        const known = answer.items.flatMap(({ channel_account: account, crypto }) =>
          crypto && account ? [BigInt(account.id)] : [],
        );
        const places = await placesOf([...new Set(known)]);
        return { ...answer, items: answer.items.map((row) => withPlaces(row, places)) };
      },
    },
  );
}

/** How many addresses an account of the reader's has, beside those that are in use. */
function withPlaces(row: DataRow, places: ReadonlyMap<bigint, number>): DataRow {
  const { channel_account: account, crypto } = row;
  const of = crypto && account && places.get(BigInt(account.id));
  if (crypto === undefined || of === undefined) return row;
  return { ...row, crypto: { ...crypto, addresses: { used: 0, waiting: 0, ...crypto.addresses, of } } };
}
