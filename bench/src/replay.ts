import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { pastCollections } from '../../apps/server/src/modules/collections/replay/replay.queries.ts';
import { runReplay } from '../../apps/server/src/modules/collections/replay/run-replay.ts';
import { startCluster } from './cluster.ts';
import type { BenchOptions } from './options.ts';
import { waitingOrder } from './drawn-orders.ts';
import { loadProduct } from './product.ts';
import { makeOrders } from './ready-orders.ts';
import { adminQuery } from './settings.ts';

const mostSeconds = 10;

/** A past day of 100,000 orders of 1,000 merchants, routed once more over five channels each of which one is changed. */
export async function benchReplay(options: BenchOptions): Promise<void> {
  const count = options.isShort ? 2_000 : 100_000;
  const product = await loadProduct();
  const cluster = await startCluster(product);
  try {
    const [books] = cluster.books;
    const orders = Array.from({ length: count }, (_, index) => waitingOrder(product, index, false, 'replay'));
    await makeOrders(books, orders);
    await adminQuery(
      books.productUrl,
      `INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
       SELECT 'collection', 'BANK-' || n, 'Bank ' || n, 'bank_transfer', 1, 'TWD', 1.5, 20000 FROM generate_series(1, 4) n;
       INSERT INTO agent_method (agent_id, channel_id, system_pct)
       SELECT a.id, c.id, 0.2 FROM app_user a, channel c WHERE a.kind = 'agent' AND c.id > 1;
       INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, middleman_pct)
       SELECT u.id, c.id, 'bank', 2.8, 50000, 0.3, 0.1 FROM app_user u, channel c WHERE u.kind = 'customer' AND c.id > 1;
       UPDATE collection_order SET created_at = created_at - interval '1 day'`,
    );
    await adminQuery(books.productUrl, 'VACUUM (ANALYZE) collection_order, collection_plan, customer_method');
    const today = regionDayOf(new Date());
    for (let round = 1; round <= options.rounds; round += 1) {
      const began = performance.now();
      const result = await runReplay(books.database.reports, {
        scope: { kind: 'platform' },
        direction: 'collection',
        past: pastCollections,
        day: { from: startOfRegionDay(today - 1), to: startOfRegionDay(today), customerId: null },
        changes: new Map([['1', { weight: 10 * round }]]),
      });
      const seconds = (performance.now() - began) / 1_000;
      if (result.orders !== count) throw new Error(`${result.orders} of ${count} orders were replayed`);
      console.log(
        `round ${round}: ${count} orders replayed in ${seconds.toFixed(2)} s (must ${mostSeconds}), ${result.moved} would move`,
      );
      if (seconds > mostSeconds) process.exitCode = 1;
    }
  } finally {
    await cluster.stop();
  }
}
