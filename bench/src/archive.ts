import { setTimeout as sleep } from 'node:timers/promises';
import { moveOrders } from '../../apps/server/src/modules/archive/archive.store.ts';
import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { foldSums } from './fold.ts';
import { loadProduct } from './product.ts';
import type { BenchOptions } from './options.ts';
import { adminQuery, printSettings } from './settings.ts';

/** As many orders a transaction looks at as the product's own work. */
const batch = 200;
const onlineDays = 400;

/**
 * What the archive costs whoever creates, with nothing in it and with all of the past in it; how fast that moves; and what moving
 * takes from creating beside it.
 */
export async function benchArchive(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product, options.filled);
  try {
    await printSettings(cluster.adminUrl);
    const [books] = cluster.books;
    await books.lanes.create('warm', 2);
    await compareCreating(cluster, books, 'nothing archived', options);
    await foldSums(books.productUrl);
    await adminQuery(books.productUrl, 'VACUUM (ANALYZE)');
    console.log(`online before: ${await sizeOf(books, 'public')}`);
    await adminQuery(
      books.productUrl,
      `UPDATE business_clock SET offset_us = offset_us + ${(onlineDays + 1) * 86_400_000_000}`,
    );
    await adminQuery(books.productUrl, "UPDATE archive_progress SET begins_at = '-infinity'");
    await moveBesideCreating(books, options);
    const rest = await withCost(cluster, () => moveAll(books, Infinity, 0));
    console.log(
      `moving alone: ${(rest.operations / rest.seconds).toFixed(0)} orders a second, ${rest.postgresUs.toFixed(0)} µs of PostgreSQL and ${rest.walBytes.toFixed(0)} bytes of WAL an order, ${(rest.seconds / rest.batches).toFixed(3)} s a batch`,
    );
    await adminQuery(books.productUrl, 'VACUUM (ANALYZE)');
    console.log(`archived: ${await sizeOf(books, 'archive')}`);
    await compareCreating(cluster, books, 'all archived', options);
  } finally {
    await cluster.stop();
  }
}

interface Moved {
  readonly operations: number;
  readonly batches: number;
  readonly seconds: number;
}

/** Moves until there is no more or the time is over, with a rest of `rest` times a batch's own time between them. */
async function moveAll({ database, product }: Books, seconds: number, rest: number): Promise<Moved> {
  const began = performance.now();
  const passed = (): number => (performance.now() - began) / 1_000;
  let [operations, batches] = [0, 0];
  for (;;) {
    const startedAt = performance.now();
    const { looked, moved } = await product.transact(database.workers, (tx) =>
      moveOrders(tx, 'collection', batch),
    );
    operations += moved;
    batches += 1;
    if (looked < batch || passed() >= seconds) return { operations, batches, seconds: passed() };
    await sleep(rest * (performance.now() - startedAt));
  }
}

/** Creating with the question for archived numbers and without, in turns. */
async function compareCreating(
  cluster: BenchCluster,
  books: Books,
  what: string,
  { rounds, seconds }: BenchOptions,
): Promise<void> {
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const run = async (asks: boolean): Promise<number> => {
      await adminQuery(
        books.productUrl,
        `ALTER TABLE collection_order ${asks ? 'ENABLE' : 'DISABLE'} TRIGGER collection_number_archived`,
      );
      const name = `${what}-${round}-${String(asks)}`.replaceAll(' ', '');
      return (await withCost(cluster, () => books.lanes.create(name, seconds))).postgresUs;
    };
    // Each goes first as often as the other.
    const first = await run(round % 2 === 0);
    const second = await run(round % 2 !== 0);
    const [without, asking] = round % 2 === 0 ? [second, first] : [first, second];
    ratios.push(asking / without);
    costs.push(asking - without);
    console.log(
      `create, ${what}, round ${round}: ${without.toFixed(0)} µs of PostgreSQL without asking, ${asking.toFixed(0)} with`,
    );
  }
  console.log(
    `create with the question ÷ without, ${what}, median of ${rounds}: ${median(ratios).toFixed(3)} (${median(costs).toFixed(1)} µs)`,
  );
}

/** Creating alone and beside the product's pace of moving, in turns. */
async function moveBesideCreating(books: Books, { rounds, seconds }: BenchOptions): Promise<void> {
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await books.lanes.create(`alone-${round}`, seconds);
    const [beside, moved] = await Promise.all([
      books.lanes.create(`beside-${round}`, seconds),
      moveAll(books, seconds, 1),
    ]);
    ratios.push(beside.perSecond / alone.perSecond);
    console.log(
      `round ${round}: create alone ${alone.perSecond.toFixed(0)} a second, p99 ${alone.p99Ms.toFixed(1)} ms; beside moving ${beside.perSecond.toFixed(0)}, p99 ${beside.p99Ms.toFixed(1)} ms, ${(moved.operations / moved.seconds).toFixed(0)} orders moved a second`,
    );
  }
  console.log(`create beside moving ÷ alone, median of ${rounds}: ${median(ratios).toFixed(2)}`);
}

async function sizeOf({ productUrl }: Books, schema: 'public' | 'archive'): Promise<string> {
  const rows = await adminQuery(
    productUrl,
    `SELECT p.name || ' ' || pg_size_pretty(pg_total_relation_size(format('${schema}.%I', p.name)))
            || ' for ' || (SELECT c.reltuples::bigint FROM pg_class c WHERE c.oid = format('${schema}.%I', p.name)::regclass) AS size
     FROM archive.part p WHERE p.kind = 'collection' AND p.name IN ('collection_order', 'collection_plan', 'collection_attempt')`,
  );
  return rows.map(({ size }) => size).join(', ');
}
