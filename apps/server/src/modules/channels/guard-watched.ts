import type { WatchedSide } from './port.ts';
import { reasonOf, unknown, watch } from './watch-exchange.ts';

/** The watched side of an adapter behind the rule that nothing is concluded from a question that nobody answered clearly. */
export function guardWatched(side: WatchedSide): WatchedSide {
  return {
    network: side.network,
    async readTransfer(account, named, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await side.readTransfer(account, named, watched.exchange);
        return watched.isAnswered() ? answer : unknown('no clear answer');
      } catch (error) {
        return unknown(reasonOf(error));
      }
    },
    async listSent(account, sought, exchange) {
      const watched = watch(exchange);
      try {
        const answer = await side.listSent(account, sought, watched.exchange);
        return watched.isAnswered() ? answer : unknown('no clear answer');
      } catch (error) {
        return unknown(reasonOf(error));
      }
    },
    async queryBalance(account, exchange) {
      try {
        return await side.queryBalance(account, exchange);
      } catch (error) {
        return unknown(reasonOf(error));
      }
    },
  };
}
