import { transact } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/log.ts';
import { traced } from '../../../platform/tracing/tracing.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { DeliveryMeans } from './attempt-delivery.ts';
import { claimDue, findDueLanes, untilNextDue } from './delivery.store.ts';
import type { LeasedRow } from './delivery.store.ts';
import { openOutcomeLane } from './keep-outcomes.ts';
import type { CallbackStatusListener } from './keep-outcomes.ts';
import { createPlaces } from './places.ts';
import type { PlaceLimits } from './places.ts';
import type { OrderBook } from '../told-orders.ts';

/** Longer than any attempt and its keeping; after it another worker takes the event over. */
const leaseMs = 25_000;
const pollMs = 1_000;
/** How long a stop waits for attempts under way; those that take longer are made again after their lease. */
const stopPatienceMs = 8_000;

export interface DeliveryWorker {
  start(): void;
  /** Something became due in this process: look now. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Sends due events. The queue is the callback table itself and not the job queue of the platform: which event may
 * go depends on its order's other events and on its endpoint's lane, both are in that row, and state, lease and
 * attempt of an event then change in one commit instead of in two stores that can disagree after a crash.
 * Several processes may run one each; a lease and its token keep an event in one hand.
 */
export function openDeliveryWorker(
  means: DeliveryMeans & {
    readonly log: Log;
    readonly orders: OrderBook;
    readonly told: CallbackStatusListener;
    readonly places?: PlaceLimits;
  },
): DeliveryWorker {
  const { db, log } = means;
  const places = createPlaces(means.places);
  const outcomes = openOutcomeLane(db, means.orders, means.told);
  const underWay = new Set<Promise<void>>();
  let running = false;
  let woken = false;
  let pumping: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function handle(leased: LeasedRow): Promise<void> {
    let attempt: Parameters<typeof places.leave>[1] = null;
    try {
      const report = await traced(
        'job callbacks.send',
        { 'suanpan.order': String(leased.order_id) },
        'whole',
        () => attemptDelivery(means, leased),
      );
      if (report.attempted)
        attempt = { acknowledged: report.state === 'success', latencyMs: report.latencyMs };
      await outcomes.submit(report);
    } catch (error) {
      // The lease runs out and the event is sent again: at least once, never lost.
      log.error({ err: error, event: leased.event_id }, 'a callback could not be finished');
    } finally {
      places.leave(leased.lane, attempt);
      wake();
    }
  }

  /** Takes what there is room for; answers how many. */
  async function claim(): Promise<number> {
    const room = places.room();
    if (room.free <= 0) return 0;
    const lanes = await findDueLanes(db.workers);
    if (lanes.length === 0) return 0;
    const taken = await transact(db.workers, (tx) => claimDue(tx, lanes, room, leaseMs));
    for (const leased of taken) {
      places.take(leased.lane);
      const work = handle(leased).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    return taken.length;
  }

  async function pump(): Promise<void> {
    let pauseMs = pollMs;
    try {
      do {
        woken = false;
        while (running && (await claim()) > 0);
      } while (running && woken);
      // What is due but has no place waits for a place, not for the clock.
      const dueInMs = await untilNextDue(db.workers);
      if (dueInMs !== null && dueInMs > 0) pauseMs = Math.min(pollMs, dueInMs);
    } catch (error) {
      log.warn({ err: error }, 'due callbacks could not be read; the next look comes by itself');
    }
    clearTimeout(timer);
    if (running) timer = setTimeout(wake, pauseMs);
  }

  function wake(): void {
    woken = true;
    if (!running || pumping !== undefined) return;
    pumping = pump().finally(() => {
      pumping = undefined;
      // A wake between the last look and this line must not be lost.
      if (woken) wake();
    });
  }

  return {
    wake,
    start() {
      running = true;
      wake();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await pumping;
      let patience: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, stopPatienceMs);
      });
      await Promise.race([Promise.all(underWay), enough]);
      clearTimeout(patience);
      await outcomes.close();
    },
  };
}
