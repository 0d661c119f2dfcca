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

/** An adapter behind the rules that hold for every provider. */
export interface GuardedAdapter extends Omit<ChannelAdapter, 'createCollection'> {
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
  const { simulateCollection } = adapter;
  return {
    ...adapter,
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

const unknown = (reason: string) => ({ outcome: 'unknown', reason }) as const;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'fault');

function isCredible(state: CollectionState, orderNo: string): boolean {
  if (state.orderNo !== orderNo || !isKeepable(state.providerOrderNo) || state.paidAmount < 0n) return false;
  return state.status !== 'paid' || state.paidAmount > 0n;
}

const longestReference = 200;

/** A provider's own number or event, by which a payment is told from another: it is kept as it is, whatever it holds. */
function isKeepable(reference: string): boolean {
  return (
    reference.trim() !== '' &&
    reference.length <= longestReference &&
    reference.isWellFormed() &&
    !/\p{Cc}/u.test(reference)
  );
}

/** Looks on while an adapter speaks with its provider. */
function watch(exchange: Exchange): {
  readonly exchange: Exchange;
  /** The provider may have taken what it was asked for, whatever it answered. */
  mayBeTaken(): boolean;
  /** Every exchange ended in an answer that says something. */
  isAnswered(): boolean;
} {
  let asked = 0;
  let mayBeTaken = false;
  let isAnswered = true;
  return {
    async exchange(request) {
      asked += 1;
      try {
        const response = await exchange(request);
        if (!isClear(response.status)) {
          mayBeTaken = true;
          isAnswered = false;
        }
        return response;
      } catch (error) {
        isAnswered = false;
        if (!(error instanceof NoAnswer) || error.mayHaveArrived) mayBeTaken = true;
        throw error;
      }
    },
    mayBeTaken: () => mayBeTaken,
    isAnswered: () => isAnswered && asked > 0,
  };
}

/** Timeout, 'exists already', locked, too early, too many: refusals that say nothing of the order. */
const unclear = new Set([408, 409, 423, 425, 429]);

/** A redirect and a fault say nothing either. */
function isClear(status: number): boolean {
  if (unclear.has(status)) return false;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}
