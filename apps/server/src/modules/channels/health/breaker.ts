import { emptyWindow, mustTrip, noteAnswer } from '@suanpan/domain/routing/breaker';
import type { AnswerOfProvider, AnswerWindow } from '@suanpan/domain/routing/breaker';
import { wallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { ProviderAnswer } from '../port.ts';
import { changeState } from './state.store.ts';

/** Trips channels whose providers fail. */
export interface Breaker {
  /**
   * Notes what a provider said to a new order; unpaid and expired orders are none of its business. Costs no statement until it
   * trips the channel, and never throws.
   */
  heard(channelId: bigint | null, customerId: bigint, answer: ProviderAnswer<unknown>): Promise<void>;
}

/** The answers are kept in this process: with several, each of them trips by what it hears itself. */
export function createBreaker(db: Database): Breaker {
  const windows = new Map<bigint, AnswerWindow>();
  return {
    async heard(channelId, customerId, answer) {
      if (channelId === null) return;
      const window = noteAnswer(
        windows.get(channelId) ?? emptyWindow,
        meaningOf(answer),
        wallClock.monotonicMs(),
        String(customerId),
      );
      if (!mustTrip(window)) {
        windows.set(channelId, window);
        return;
      }
      // It begins anew once the channel is back.
      windows.delete(channelId);
      const reason = answer.outcome === 'accepted' ? null : answer.reason;
      try {
        await transact(
          db.app,
          (tx) => changeState(tx, { channelId, state: 'tripped', from: ['ok'], reason }),
          {
            attempts: 3,
          },
        );
      } catch {
        // What the provider said of the order counts first; the next failure tries again.
        windows.set(channelId, window);
      }
    },
  };
}

function meaningOf(answer: ProviderAnswer<unknown>): AnswerOfProvider {
  if (answer.outcome === 'accepted') return 'accepted';
  return answer.outcome === 'refused' && answer.neverArrived !== true ? 'refused' : 'failed';
}
