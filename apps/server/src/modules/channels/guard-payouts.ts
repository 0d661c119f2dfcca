import { BadSignature, NoAnswer } from './port.ts';
import type {
  ChannelAccount,
  Exchange,
  PayoutRequest,
  PayoutSide,
  PayoutState,
  ProviderAnswer,
} from './port.ts';
import { isKeepable, reasonOf, unknown, watch } from './watch-exchange.ts';

/** How a provider pays others, behind the rules that hold for every provider. */
export interface GuardedPayouts extends Omit<PayoutSide, 'createPayout'> {
  /** `first` is false when this payout may have reached the provider under this number before. */
  createPayout(
    account: ChannelAccount,
    request: PayoutRequest,
    asking: { readonly first: boolean },
    exchange: Exchange,
  ): Promise<ProviderAnswer<{ readonly providerOrderNo: string }>>;
}

/**
 * The rules by which a hold is released, so that no adapter can get them wrong: a payout is refused only at its first asking,
 * and only when every exchange with the provider ended in a clear answer. 'Exists already', a timeout, a fault and whatever
 * an adapter throws are `unknown`. An answer counts only for the number that was asked, and with sums that can be.
 */
export function guardPayouts(side: PayoutSide): GuardedPayouts {
  return {
    async createPayout(account, request, { first }, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await side.createPayout(account, request, watched.exchange);
        if (answer.outcome === 'accepted' && !isKeepable(answer.value.providerOrderNo)) {
          return unknown('a reference that cannot be kept');
        }
        if (answer.outcome !== 'refused') return answer;
        return first && !watched.mayBeTaken() ? answer : unknown(answer.reason);
      } catch (error) {
        const neverArrived = error instanceof NoAnswer && !watched.mayBeTaken();
        return first && neverArrived
          ? { outcome: 'refused', reason: error.message, neverArrived: true }
          : unknown(reasonOf(error));
      }
    },

    async queryPayout(account, orderNo, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await side.queryPayout(account, orderNo, watched.exchange);
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
        const news = side.parseNotice(account, notice, nowMs);
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

function isCredible(state: PayoutState, orderNo: string): boolean {
  if (state.orderNo !== orderNo || !isKeepable(state.providerOrderNo) || state.amount <= 0n) return false;
  return state.status !== 'returned' || state.returnedAmount > 0n;
}
