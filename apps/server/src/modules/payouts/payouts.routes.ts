import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { getPayout, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { parseAmount } from '@suanpan/money/amount';
import type { Vault } from '../../platform/crypto/vault.ts';
import { countOf } from '../../platform/db/count-of.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { banksOf } from '../settings/index.ts';
import { presentPayout, presentSummary } from './read/payouts.present.ts';
import { readPayoutStory } from './read/read-story.ts';
import type { PayoutCallbackStory } from './read/read-story.ts';
import { listPayouts, sumPayouts } from './read/search.queries.ts';
import type { PayoutFilter } from './read/search.queries.ts';
import type { Payouts } from './service.ts';
import { hashCard } from './submit/payee.ts';

/** The payout list and one payout's story. */
export function bindPayouts(app: Http, payouts: Payouts, callbacksOf: PayoutCallbackStory): void {
  const { db, vault } = payouts;
  bindEndpoints(
    app,
    { searchPayouts, getPayout },
    {
      async searchPayouts({ actor, locale }, input) {
        const filter = filterOf(vault, input);
        const page = { offset: (input.page - 1) * input.paginate, limit: input.paginate };
        const [rows, sums] = await Promise.all([
          listPayouts(db.app, actor.scope, filter, input.sort, page),
          sumPayouts(db.app, actor.scope, filter),
        ]);
        return {
          items: rows.map((row) => presentPayout(row, actor, locale)),
          page: input.page,
          paginate: input.paginate,
          total: sums.reduce((total, sum) => total + countOf(sum.count), 0),
          next_cursor: null,
          summary: presentSummary(sums),
        };
      },
      getPayout: async (context, { id }) => readPayoutStory(payouts, callbacksOf, context, id),
    },
  );
}

type Question = ParsedInputOf<typeof searchPayouts>;

function filterOf(vault: Vault, input: Question): PayoutFilter {
  return {
    ...(input.merchant_order_no && { merchantOrderNo: input.merchant_order_no }),
    ...(input.order_no && { orderNo: input.order_no }),
    ...(input.provider_order_no && { providerOrderNo: input.provider_order_no }),
    ...(input.status?.length && { status: input.status }),
    ...(input.stage?.length && { stage: input.stage }),
    ...(input.callback_status?.length && { callbackStatus: input.callback_status }),
    ...(input.reverse_status?.length && { reverseStatus: input.reverse_status }),
    ...(input.card_no && { cardHashes: hashesOf(vault, input.card_no, input.bank_code) }),
    ...(input.account_name && { accountName: input.account_name }),
    ...(input.bank_code && { bankCode: input.bank_code }),
    ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
    ...(input.agent_id !== undefined && { agentId: BigInt(input.agent_id) }),
    ...(input.channel !== undefined && { channelId: BigInt(input.channel) }),
    ...(input.amount_min !== undefined && { amountMinMillionths: parseAmount(input.amount_min, 'USDT') }),
    ...(input.amount_max !== undefined && { amountMaxMillionths: parseAmount(input.amount_max, 'USDT') }),
    ...(input.created_from !== undefined && { createdFrom: new Date(input.created_from) }),
    ...(input.created_to !== undefined && { createdTo: new Date(input.created_to) }),
    ...(input.completed_from !== undefined && { completedFrom: new Date(input.completed_from) }),
    ...(input.completed_to !== undefined && { completedTo: new Date(input.completed_to) }),
    ...(input.is_test !== undefined && { isTest: input.is_test }),
  };
}

/** An account is kept with its bank: without one it may be of any. */
function hashesOf(vault: Vault, cardNo: string, bankCode: string | undefined): string[] {
  const codes = bankCode === undefined ? (banksOf('TW') ?? []).map(({ code }) => code) : [bankCode];
  return codes.map((code) => hashCard(vault, code, cardNo));
}
