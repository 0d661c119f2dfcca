import { guardPayouts } from './guard-payouts.ts';
import type { GuardedPayouts } from './guard-payouts.ts';
import { BadSignature, NoAnswer } from './port.ts';
import type {
  ChannelAccount,
  ChannelAdapter,
  CollectionRequest,
  CollectionState,
  CreatedCollection,
  Exchange,
  ProviderAnswer,
} from './port.ts';
import { isKeepable, reasonOf, unknown, watch } from './watch-exchange.ts';

/** An adapter behind the rules that hold for every provider. */
export interface GuardedAdapter extends Omit<ChannelAdapter, 'createCollection' | 'payouts'> {
  readonly payouts?: GuardedPayouts;
  /** `first` is false when this order may have reached the provider under this number before. */
  createCollection(
    account: ChannelAccount,
    request: CollectionRequest,
    asking: { readonly first: boolean },
    exchange: Exchange,
  ): Promise<ProviderAnswer<CreatedCollection>>;
}

/**
 * Puts an adapter behind the rules by which money is released, so that no adapter can get them wrong:
 * a create counts as refused only at its first asking, and only when every exchange with the provider ended in a
 * clear answer; 'exists already', a timeout, a fault and whatever an adapter throws are `unknown`. A question is
 * answered by `found` only for the number that was asked and with sums that can be; it is `notFound` only by a
 * clear answer. A notice that cannot be read is a forged one.
 */
export function guardAdapter(adapter: ChannelAdapter): GuardedAdapter {
  const { payouts, simulateCollection, ...asItIs } = adapter;
  return {
    ...asItIs,
    ...(payouts && { payouts: guardPayouts(payouts) }),
    ...(simulateCollection && {
      simulateCollection: (...asked) => orUnknown(simulateCollection(...asked)),
    }),

    async createCollection(account, request, { first }, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await adapter.createCollection(account, request, watched.exchange);
        if (answer.outcome === 'accepted' && !isKeepable(answer.value.providerOrderNo)) {
          return unknown('a reference that cannot be kept');
        }
        if (answer.outcome !== 'refused') return answer;
        return first && !watched.mayBeTaken() ? answer : unknown(answer.reason);
      } catch (error) {
        const neverArrived = error instanceof NoAnswer && !watched.mayBeTaken();
        return first && neverArrived
          ? { outcome: 'refused', reason: error.message }
          : unknown(reasonOf(error));
      }
    },

    async queryCollection(account, orderNo, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await adapter.queryCollection(account, orderNo, watched.exchange);
        if (answer.outcome === 'notFound') {
          return watched.isAnswered() ? answer : unknown('no clear answer');
        }
        if (answer.outcome === 'found' && !isCredible(answer.state, orderNo)) {
          return unknown('an answer that cannot be');
        }
        return answer;
      } catch (error) {
        return unknown(reasonOf(error));
      }
    },

    parseNotice(account, notice, nowMs) {
      try {
        const news = adapter.parseNotice(account, notice, nowMs);
        if (!isKeepable(news.eventId) || !isKeepable(news.orderNo)) {
          throw new BadSignature('an event that cannot be kept');
        }
        return news;
      } catch (error) {
        throw error instanceof BadSignature ? error : new BadSignature('unreadable', { cause: error });
      }
    },
  };
}

async function orUnknown(answer: Promise<ProviderAnswer<null>>): Promise<ProviderAnswer<null>> {
  try {
    return await answer;
  } catch (error) {
    return unknown(reasonOf(error));
  }
}

function isCredible(state: CollectionState, orderNo: string): boolean {
  if (state.orderNo !== orderNo || !isKeepable(state.providerOrderNo) || state.paidAmount < 0n) return false;
  return state.status !== 'paid' || state.paidAmount > 0n;
}
