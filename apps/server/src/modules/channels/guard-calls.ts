import { BadSignature, NoAnswer } from './port.ts';
import type { Exchange, ProviderAnswer } from './port.ts';
import { isKeepable, reasonOf, unknown, watch } from './watch-exchange.ts';

/**
 * Asks a provider to take something, whatever it is. `refused` counts at the first asking alone, and only when every exchange
 * ended in a clear answer; 'exists already', a timeout, a fault and whatever an adapter throws are `unknown`.
 */
export async function guardCreate<Value extends { readonly providerOrderNo: string | null }>(
  exchange: Exchange,
  { first }: { readonly first: boolean },
  create: (watched: Exchange) => Promise<ProviderAnswer<Value>>,
): Promise<ProviderAnswer<Value>> {
  const watched = watch(exchange);
  try {
    const answer = await create(watched.exchange);
    const reference = answer.outcome === 'accepted' ? answer.value.providerOrderNo : null;
    if (reference !== null && !isKeepable(reference)) {
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
}

type Answer<State> =
  | { readonly outcome: 'found'; readonly state: State }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'unknown'; readonly reason: string };
interface Stated {
  readonly orderNo: string;
  readonly providerOrderNo: string;
}

/** Asks what became of it. An answer counts only for the number that was asked, and `notFound` only where it is clear. */
export async function guardQuery<State extends Stated>(
  exchange: Exchange,
  orderNo: string,
  query: (watched: Exchange) => Promise<Answer<State>>,
  areSumsCredible: (state: State) => boolean,
): Promise<Answer<State>> {
  const watched = watch(exchange);
  try {
    const answer = await query(watched.exchange);
    if (answer.outcome === 'notFound') return watched.isAnswered() ? answer : unknown('no clear answer');
    if (answer.outcome !== 'found') return answer;
    const { state } = answer;
    const isCredible =
      state.orderNo === orderNo && isKeepable(state.providerOrderNo) && areSumsCredible(state);
    return isCredible ? answer : unknown('an answer that cannot be');
  } catch (error) {
    return unknown(reasonOf(error));
  }
}

/** Reads a notice; one that cannot be read or kept is a forged one (`BadSignature`). */
export function guardNotice<News extends { readonly eventId: string; readonly orderNo: string }>(
  read: () => News,
): News {
  try {
    const news = read();
    if (!isKeepable(news.eventId) || !isKeepable(news.orderNo)) {
      throw new BadSignature('an event that cannot be kept');
    }
    return news;
  } catch (error) {
    throw error instanceof BadSignature ? error : new BadSignature('unreadable', { cause: error });
  }
}
