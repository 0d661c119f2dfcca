import { setTimeout as sleep } from 'node:timers/promises';
import { wallClock } from '../clock.ts';
import { createHeldParties } from './held-parties.ts';
import type { FreeRun } from './run-free.ts';

/** The caller is told after so long; whatever brought the request brings it again. */
const giveUpAfterMs = 60_000;
const batchLimit = 64;
/** An order that is held by itself, without its parties, is tried again after so long. */
const orderPauseMs = 1_000;

/** What moves balances of these owners, the merchant first. */
export interface OfParties {
  readonly partyIds: readonly bigint[];
}

interface Waiting<Request, Outcome> {
  readonly request: Request;
  readonly since: number;
  notBefore: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface AsideQueue<Request, Outcome> {
  /** Whether a party of this request waits here, so that the request must wait behind it. */
  concerns(request: Request): boolean;
  /**
   * These requests wait until the other transaction releases the lock, one after another for each merchant. `parties`
   * are those whose balance was found held.
   */
  submit(request: Request, parties?: readonly bigint[]): Promise<Outcome>;
  close(): Promise<void>;
  readonly waiting: number;
}

/**
 * The side queue of lanes that move money: what touches a row that somebody holds waits here, on one connection and in the
 * order of each merchant, while the lanes go on without it. After an error of which it may not be tried again everybody is told.
 */
export function openAsideQueue<Request extends OfParties, Outcome>(
  settle: (requests: readonly Request[]) => Promise<FreeRun<Request, Outcome>>,
  mayTryAgain: (error: unknown) => boolean = () => true,
): AsideQueue<Request, Outcome> {
  const held = createHeldParties();
  let queue: Waiting<Request, Outcome>[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  const restsUntil = ({ notBefore, request }: Waiting<Request, Outcome>): number =>
    Math.max(notBefore, ...request.partyIds.map((party) => held.restsUntil(party)));

  /** Those that may be tried now, none of them before an earlier one of its merchant. */
  function ready(nowMs: number): Waiting<Request, Outcome>[] {
    const behind = new Set<bigint>();
    return queue
      .filter((waiting) => {
        const [merchant = 0n] = waiting.request.partyIds;
        if (!behind.has(merchant) && restsUntil(waiting) <= nowMs) return true;
        behind.add(merchant);
        return false;
      })
      .slice(0, batchLimit);
  }

  function finish(done: Waiting<Request, Outcome>, end: () => void): void {
    queue = queue.filter((waiting) => waiting !== done);
    for (const party of done.request.partyIds) {
      if (!queue.some(({ request }) => request.partyIds.includes(party))) held.forget(party);
    }
    end();
  }

  async function attempt(batch: readonly Waiting<Request, Outcome>[]): Promise<void> {
    const { outcomes, held: stillHeld, lost } = await settle(batch.map(({ request }) => request));
    const nowMs = wallClock.monotonicMs();
    for (const waiting of batch) {
      const outcome = outcomes.get(waiting.request);
      if (outcome !== undefined) {
        finish(waiting, () => waiting.resolve(outcome));
        continue;
      }
      if (lost.has(waiting.request)) {
        finish(waiting, () => waiting.reject(lost.get(waiting.request)));
        continue;
      }
      waiting.notBefore = nowMs + orderPauseMs;
      for (const party of stillHeld.get(waiting.request) ?? []) held.note(party, nowMs);
      if (closed || nowMs - waiting.since > giveUpAfterMs) {
        finish(waiting, () =>
          waiting.reject(new Error('A balance of this order is held by another transaction')),
        );
      }
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = ready(wallClock.monotonicMs());
      if (batch.length === 0) {
        const next = Math.min(...queue.map(restsUntil)) - wallClock.monotonicMs();
        await sleep(closed ? 0 : Math.min(1_000, Math.max(10, next)));
        if (closed) for (const waiting of queue) waiting.notBefore = 0;
        if (closed)
          for (const waiting of queue) for (const party of waiting.request.partyIds) held.forget(party);
        continue;
      }
      try {
        await attempt(batch);
      } catch (lost) {
        if (!mayTryAgain(lost)) {
          for (const waiting of batch) finish(waiting, () => waiting.reject(lost));
          continue;
        }
        // One of them is at fault: each alone answers for itself.
        for (const waiting of batch) {
          await attempt([waiting]).catch((error: unknown) => finish(waiting, () => waiting.reject(error)));
        }
      }
    }
    running = undefined;
  }

  return {
    concerns: (request) => queue.length > 0 && request.partyIds.some((party) => held.isHeld(party)),
    submit(request, parties = []) {
      const nowMs = wallClock.monotonicMs();
      for (const party of parties) held.note(party, nowMs);
      return new Promise((resolve, reject) => {
        queue.push({ request, since: nowMs, notBefore: 0, resolve, reject });
        running ??= drain();
      });
    },
    async close() {
      closed = true;
      await running;
    },
    get waiting() {
      return queue.length;
    },
  };
}
