import { setTimeout as sleep } from 'node:timers/promises';
import { everyMinutes } from '../../platform/calendar.ts';
import { wallClock } from '../../platform/clock.ts';
import { errorCode } from '../../platform/db/database-error.ts';
import { savepoint } from '../../platform/db/savepoint.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { DueWork } from '../../platform/due-work.ts';
import { dropExchanges, moveOrders } from './archive.store.ts';

/** Orders a transaction looks at: few enough that nobody notices its locks. */
const batchSize = 200;
/** A run goes on for so long at the most, since other work of the calendar waits behind it. */
const runMs = 10_000;
/** A batch that takes longer than this says that the database has other things to do. */
const busyMs = 500;
const lockNotAvailable = '55P03';

export interface ArchiveCounts {
  /** Orders moved by this process. */
  moved: number;
  /** Runs that ended early because the database was busy. */
  gaveWay: number;
}

/**
 * Moves what is over to the archive every ten minutes, a batch a transaction, with as much rest as work between them. It ends
 * when there is nothing more, when its time is over, or as soon as a batch is slow; the next run goes on where it ended.
 */
export function archiveWork(counts: ArchiveCounts): DueWork {
  let begunMs: number | undefined;
  let restMs = 0;

  async function runBatch(tx: Tx): Promise<'more' | void> {
    await sleep(restMs);
    const startedMs = wallClock.monotonicMs();
    begunMs ??= startedMs;
    const collections = await moveOrders(tx, 'collection', batchSize);
    const payouts = await moveOrders(tx, 'payout', batchSize);
    const dropped = await dropExchanges(tx, batchSize);
    counts.moved += collections.moved + payouts.moved;
    const now = wallClock.monotonicMs();
    restMs = now - startedMs;
    if (Math.max(collections.looked, payouts.looked, dropped) < batchSize) return undefined;
    if (restMs > busyMs) {
      counts.gaveWay += 1;
      return undefined;
    }
    return now - begunMs < runMs ? 'more' : undefined;
  }

  return {
    name: 'archive.move',
    next: everyMinutes(10),
    missed: 'latest',
    anytime: true,
    async run(tx) {
      let more: 'more' | void = undefined;
      try {
        more = await savepoint(tx, () => runBatch(tx));
      } catch (error) {
        if (errorCode(error) !== lockNotAvailable) throw error;
        counts.gaveWay += 1;
      } finally {
        if (more !== 'more') {
          begunMs = undefined;
          restMs = 0;
        }
      }
      return more;
    },
  };
}
