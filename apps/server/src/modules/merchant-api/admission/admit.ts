import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { WallClock } from '../../../platform/clock.ts';
import { TicketRefused } from '../../orders/index.ts';
import type { Ticket, Verdict } from '../../orders/index.ts';
import { MerchantFault } from '../merchant-fault.ts';
import { admitRequests } from './admission.store.ts';
import type { MerchantCaller } from './key-ring.ts';

/** Requests admitted together at the most. */
const batchLimit = 256;

export type AdmissionLane = Lane<Ticket, Verdict>;

/** Nonces are burnt in batches: whatever arrives while one commits goes into the next. */
export function openAdmissionLane(db: Database): AdmissionLane {
  return createLane({
    name: 'merchant.admit',
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error),
    run: (requests: readonly Ticket[]) => admitRequests(db.app, requests),
  });
}

/**
 * The last questions before a signed request counts: whether its nonce is new and its minute has room. They come after
 * the signature, so that nobody else can burn a merchant's nonces or use up his minute, and are asked once.
 */
export interface Admission {
  /** Asks now, unless it was asked before. Throws a MerchantFault for a request that is not let in. */
  ask(): Promise<void>;
  /** Asks in the commit of what the request does: `act` takes the ticket there. Throws a MerchantFault likewise. */
  askWith<T>(act: (ticket: Ticket) => Promise<T>): Promise<T>;
}

export function openAdmission(
  { clock, lane }: { readonly clock: WallClock; readonly lane: AdmissionLane },
  { counterId, perMinute }: MerchantCaller,
  nonce: string,
): Admission {
  const ticket = { counterId, nonce, perMinute };
  let isAsked = false;

  function refusal(verdict: Exclude<Verdict, 'ok'>): MerchantFault {
    if (verdict === 'nonce_reused') return new MerchantFault('nonce_reused');
    return new MerchantFault('rate_limited', { retryAfterS: 60 - clock.now().getUTCSeconds() });
  }

  return {
    async ask() {
      if (isAsked) return;
      isAsked = true;
      const verdict = await lane.submit(ticket);
      if (verdict !== 'ok') throw refusal(verdict);
    },
    async askWith(act) {
      try {
        const done = await act(ticket);
        isAsked = true;
        return done;
      } catch (error) {
        // After a lost connection nobody knows, and whoever asked again would hear of his own nonce.
        isAsked = error instanceof TicketRefused || isConnectionLoss(error);
        throw error instanceof TicketRefused ? refusal(error.verdict) : error;
      }
    },
  };
}
