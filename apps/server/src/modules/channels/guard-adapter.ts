import { isWhole } from '@suanpan/money/amount';
import { guardCreate, guardNotice, guardQuery } from './guard-calls.ts';
import { guardPayouts } from './guard-payouts.ts';
import type { GuardedPayouts } from './guard-payouts.ts';
import { guardRefunds } from './guard-refunds.ts';
import type { GuardedRefunds } from './guard-refunds.ts';
import { guardWatched } from './guard-watched.ts';
import { BadSignature } from './port.ts';
import type {
  ChannelAccount,
  ChannelAdapter,
  CollectionRequest,
  CreatedCollection,
  Exchange,
  Notice,
  ProviderAnswer,
  RawNotice,
} from './port.ts';
import { reasonOf, unknown } from './watch-exchange.ts';

/** An adapter behind the rules that hold for every provider. */
export interface GuardedAdapter extends Omit<
  ChannelAdapter,
  'createCollection' | 'payouts' | 'refunds' | 'parseNotice'
> {
  /** Throws `BadSignature` also where it tells no news: whatever calls itself one is forged. */
  parseNotice(account: ChannelAccount, notice: RawNotice, nowMs: number): Notice;
  readonly payouts?: GuardedPayouts;
  readonly refunds?: GuardedRefunds;
  /** `first` is false when this order may have reached the provider under this number before. */
  createCollection(
    account: ChannelAccount,
    request: CollectionRequest,
    asking: { readonly first: boolean },
    exchange: Exchange,
  ): Promise<ProviderAnswer<CreatedCollection>>;
}

/** Puts an adapter behind the rules by which money is released (guard-calls), so that no adapter can get them wrong. */
export function guardAdapter(adapter: ChannelAdapter): GuardedAdapter {
  const { payouts, refunds, simulateCollection, simulatePayout, watched: watchedSide, ...asItIs } = adapter;
  return {
    ...asItIs,
    ...(payouts && { payouts: guardPayouts(payouts) }),
    ...(watchedSide && { watched: guardWatched(watchedSide) }),
    ...(refunds && { refunds: guardRefunds(refunds) }),
    ...(simulateCollection && {
      simulateCollection: (...asked) => orUnknown(simulateCollection(...asked)),
    }),
    ...(simulatePayout && { simulatePayout: (...asked) => orUnknown(simulatePayout(...asked)) }),
    createCollection: (account, request, asking, exchange) =>
      guardCreate(
        exchange,
        asking,
        async (watched) => refusalOf(adapter, request) ?? adapter.createCollection(account, request, watched),
      ),
    queryCollection: (account, orderNo, exchange, known) =>
      guardQuery(
        exchange,
        orderNo,
        (watched) => adapter.queryCollection(account, orderNo, watched, known),
        (state) => state.paidAmount >= 0n && (state.status !== 'paid' || state.paidAmount > 0n),
      ),
    parseNotice: (account, notice, nowMs) =>
      guardNotice(() => {
        if (adapter.parseNotice === undefined) throw new BadSignature('it tells no news');
        return adapter.parseNotice(account, notice, nowMs);
      }),
  };
}

/** What a provider says of itself that it does not take is not asked of it. */
function refusalOf(
  { capabilities: { currencies, integerOnly } }: ChannelAdapter,
  { amount, currency }: CollectionRequest,
): ProviderAnswer<never> | undefined {
  if (currencies !== null && !currencies.includes(currency))
    return { outcome: 'refused', reason: 'currency' };
  if (integerOnly && !isWhole(amount, currency)) return { outcome: 'refused', reason: 'not a whole amount' };
  return undefined;
}

async function orUnknown(answer: Promise<ProviderAnswer<null>>): Promise<ProviderAnswer<null>> {
  try {
    return await answer;
  } catch (error) {
    return unknown(reasonOf(error));
  }
}
