import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  getAnyPayout,
  getPayout,
  liveAllPayouts,
  livePayouts,
  searchAllPayouts,
  searchPayouts,
} from '@suanpan/contract/endpoints/payouts';
import { outsideMost } from '@suanpan/contract/order-fields';
import { countAll } from '../../platform/count-all.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { countOf } from '../../platform/db/count-of.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Actor, RequestContext } from '../../platform/http/actor.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { waitingActsOn } from '../approvals/index.ts';
import { checkAgent, fromPlatform, orderFilterOf, seesTheChain, withoutDates } from '../orders/index.ts';
import { banksOf } from '../settings/index.ts';
import { blockedOnPayouts } from './hand/blocked-actions.ts';
import { presentPayout, presentSummary } from './read/payouts.present.ts';
import { readPayoutStory } from './read/read-story.ts';
import type { PayoutCallbackStory } from './read/read-story.ts';
import { countPayouts, listPayouts, splitPayouts, sumPayouts } from './read/search.queries.ts';
import type { PayoutFilter } from './read/payout-search.ts';
import type { ListedPayout } from './read/search.queries.ts';
import type { Payouts } from './service.ts';
import { hashCard } from './submit/payee.ts';

/** The payout list and one payout's story. */
export function bindPayouts(app: Http, payouts: Payouts, callbacksOf: PayoutCallbackStory): void {
  const { db, vault } = payouts;
  const lists = {
    async search(context: RequestContext, input: ParsedInputOf<typeof searchPayouts>) {
      const { actor, locale } = context;
      const filter = payoutFilterOf(vault, input);
      await checkAgent(db, context, filter);
      const page = { offset: (input.page - 1) * input.paginate, limit: input.paginate };
      const asksSplit = input.split === true && seesTheChain(actor.scope);
      const [rows, sums, split] = await Promise.all([
        listPayouts(db.app, actor.scope, filter, input.sort, page),
        sumPayouts(db.app, actor.scope, filter),
        asksSplit ? splitPayouts(db.app, actor.scope, filter) : undefined,
      ]);
      const waiting = await waitingActsOn(db.app, actor, blockedOnPayouts, rows);
      const found = new Set(
        rows.flatMap((row) => [row.order_no, row.merchant_order_no, row.provider_order_no]),
      );
      return {
        items: rows.map((row) => presentPayout(row, actor, locale, waiting)),
        page: input.page,
        paginate: input.paginate,
        total: countAll(sums),
        next_cursor: null,
        summary: presentSummary(sums, split),
        ...(input.numbers && { unmatched: input.numbers.filter((number) => !found.has(number)) }),
        ...(sums.length === 0 && (await outsideOf(actor, filter))),
      };
    },
    async live(context: RequestContext, { ids: asked, ...input }: ParsedInputOf<typeof livePayouts>) {
      const { actor, locale } = context;
      const filter = payoutFilterOf(vault, input);
      await checkAgent(db, context, filter);
      const ids = asked.map(BigInt);
      const read = (wanted: PayoutFilter): Promise<ListedPayout[]> =>
        listPayouts(db.app, actor.scope, wanted, '-created_at', { offset: 0, limit: ids.length });
      const [rows, shown] = await Promise.all([read({ ids }), read({ ...filter, ids })]);
      const waiting = await waitingActsOn(db.app, actor, blockedOnPayouts, rows);
      return {
        items: rows.map((row) => presentPayout(row, actor, locale, waiting)),
        shown: shown.map((row) => String(row.id)),
      };
    },
    read: (context: RequestContext, { id }: { id: string }) =>
      readPayoutStory(payouts, callbacksOf, context, id),
  };
  bindEndpoints(
    app,
    { searchPayouts, livePayouts, getPayout, searchAllPayouts, liveAllPayouts, getAnyPayout },
    {
      searchPayouts: lists.search,
      livePayouts: lists.live,
      getPayout: lists.read,
      searchAllPayouts: (context, input) => lists.search(fromPlatform(context), input),
      liveAllPayouts: (context, input) => lists.live(fromPlatform(context), input),
      getAnyPayout: (context, input) => lists.read(fromPlatform(context), input),
    },
  );
  /** What a payee or an amount has beyond the dates, where within them there is nothing. */
  async function outsideOf({ scope }: Actor, filter: PayoutFilter): Promise<{ outside?: number }> {
    const hasDates = (filter.createdFrom ?? filter.createdTo) !== undefined;
    const { accountName, amountMaxMillionths, amountMinMillionths, cardHashes } = filter;
    const isSought = (accountName ?? cardHashes ?? amountMinMillionths ?? amountMaxMillionths) !== undefined;
    if (!hasDates || !isSought) return {};
    const count = await countPayouts(db.app, scope, withoutDates(filter), outsideMost);
    return count === undefined ? {} : { outside: countOf(count) };
  }
}

export type PayoutQuestion = Omit<
  ParsedInputOf<typeof searchPayouts>,
  'page' | 'paginate' | 'cursor' | 'sort'
>;

export function payoutFilterOf(vault: Vault, input: PayoutQuestion): PayoutFilter {
  return {
    ...orderFilterOf(input),
    ...(input.provider_order_no && { providerOrderNo: input.provider_order_no }),
    ...(input.stage?.length && { stage: input.stage }),
    ...(input.reverse_status?.length && { reverseStatus: input.reverse_status }),
    ...(input.card_no && { cardHashes: cardHashesOf(vault, input.card_no, input.bank_code) }),
    ...(input.account_name && { accountName: input.account_name }),
    ...(input.bank_code && { bankCode: input.bank_code }),
    ...(input.failure && { failure: input.failure }),
  };
}

/** An account is kept with its bank: without one it may be of any. */
export function cardHashesOf(vault: Vault, cardNo: string, bankCode: string | undefined): string[] {
  const codes = bankCode === undefined ? (banksOf('TW') ?? []).map(({ code }) => code) : [bankCode];
  return codes.map((code) => hashCard(vault, code, cardNo));
}
