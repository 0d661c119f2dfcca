import { businessNow } from '../../platform/clock.ts';
import { onlyOne } from '../../platform/db/only-one.ts';
import { startLoop } from '../../platform/loop.ts';
import { listByAmount } from '../orders/index.ts';
import { foldSums, slicePayers } from './collections.store.ts';
import { readFeeds } from './awaited/read-feeds.ts';
import { hearFiles } from './files/hear-files.ts';
import { createExpiry } from './expire/expire-collections.ts';
import { recheckCollections } from './expire/recheck-collections.ts';
import { askRefunds } from './refund/ask-refunds.ts';
import type { Collections } from './service.ts';

const expiryPauseMs = 2_000;
const recheckPauseMs = 2_000;
/** An account is read as often as its adapter says. */
const feedsPauseMs = 2_000;
/** Figures are exact without it; fuller folds cost less an order. */
const foldPauseMs = 5_000;
/** What is not listed yet is walked. */
const slicePauseMs = 60_000;
const refundsPauseMs = 1_000;

/**
 * Expiry, repeated checks and the reading of accounts, each by one process at a time; all speak to providers, so they hold no
 * transaction. The folding of sums and the listing by payer and
 * by amount take their turns by themselves.
 */
export function startCollectionJobs(collections: Collections): { stop(): Promise<void> } {
  const { db, log } = collections;
  const expiry = createExpiry(collections);
  const loops = [
    startLoop({
      name: 'collections.expire',
      pauseMs: expiryPauseMs,
      log,
      run: () =>
        onlyOne(db.pools.turns, 'collections.expire', async () => expiry.run(await businessNow(db.workers))),
    }),
    startLoop({
      name: 'collections.recheck',
      pauseMs: recheckPauseMs,
      log,
      run: () => onlyOne(db.pools.turns, 'collections.recheck', () => recheckCollections(collections)),
    }),
    startLoop({
      name: 'collections.refunds',
      pauseMs: refundsPauseMs,
      log,
      run: () => askRefunds(collections),
    }),
    startLoop({
      name: 'collections.readFeeds',
      pauseMs: feedsPauseMs,
      log,
      run: () =>
        onlyOne(db.pools.turns, 'collections.readFeeds', async () => {
          await readFeeds(collections);
          await hearFiles(collections);
        }),
    }),
    startLoop({ name: 'collections.fold', pauseMs: foldPauseMs, log, run: () => foldSums(db.workers) }),
    startLoop({ name: 'collections.slice', pauseMs: slicePauseMs, log, run: () => slicePayers(db.workers) }),
    startLoop({ name: 'orders.byAmount', pauseMs: slicePauseMs, log, run: () => listByAmount(db.workers) }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
