import { settlementAt, settlementBatchOrders } from '@suanpan/domain/limits';
import { dailyAt } from '../../platform/calendar.ts';
import { businessNow } from '../../platform/clock.ts';
import { onlyOne } from '../../platform/db/only-one.ts';
import type { DueWork } from '../../platform/due-work.ts';
import { startLoop } from '../../platform/loop.ts';
import { releaseDue } from './collections.store.ts';
import { createExpiry } from './expire-collections.ts';
import { recheckCollections } from './recheck-collections.ts';
import type { Collections } from './service.ts';

const expiryPauseMs = 2_000;
const recheckPauseMs = 2_000;

/** Expiry and repeated checks, each by one process at a time; both speak to providers, so they hold no transaction. */
export function startCollectionJobs(collections: Collections): { stop(): Promise<void> } {
  const { db, log } = collections;
  const expiry = createExpiry(collections);
  const loops = [
    startLoop({
      name: 'collections.expire',
      pauseMs: expiryPauseMs,
      log,
      run: () =>
        onlyOne(db.pools.workers, 'collections.expire', async () =>
          expiry.run(await businessNow(db.workers)),
        ),
    }),
    startLoop({
      name: 'collections.recheck',
      pauseMs: recheckPauseMs,
      log,
      run: () => onlyOne(db.pools.workers, 'collections.recheck', () => recheckCollections(collections)),
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Every night at 00:05 the orders whose day has come are released, order by order. */
export const releaseWork: DueWork = {
  name: 'collections.release',
  next: dailyAt(settlementAt),
  missed: 'latest',
  async run(tx) {
    const released = await releaseDue(tx, settlementBatchOrders);
    return released === settlementBatchOrders ? 'more' : undefined;
  },
};
