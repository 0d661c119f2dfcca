import { merchantStats } from '@suanpan/contract/endpoints/data-screens';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { createDice } from '../../e2e/faults/dice.ts';
import { askMerchantStats } from '../../apps/server/src/modules/reports/data/ask-data.ts';
import { readData } from '../../apps/server/src/modules/reports/data/read-data.ts';
import type { Books } from './books.ts';
import { at } from './callers.ts';
import { startCluster } from './cluster.ts';
import { actors } from './lookers.ts';
import type { BenchOptions } from './options.ts';
import { openPayoutLanes, preparePayouts } from './payout-lanes.ts';
import { loadProduct } from './product.ts';
import { printSettings } from './settings.ts';

const turns = 40;
const warmUps = 5;
const payees = 200;
/** Of the simulation. */
const cellCounts = [1, 2, 4, 8, 16, 32] as const;
const draws = 20_000;
const lossesAMonth = 1;
const monthS = 30 * 86_400;

/** Something that is asked of one cell; `key` names what is looked for where there is something. */
interface Question {
  readonly name: string;
  ask(books: Books, key: string): Promise<bigint>;
  /** What all cells together must answer, where they hold so many orders. */
  sum(orders: bigint): bigint;
}

/**
 * Two cells, each a cluster of its own with its own books, and what is platform-wide read from both: totals, what one payee was
 * paid in an hour, and an order of which only the number is known. The answers are held against what stands in both. Then, by the times
 * that were measured, a simulation of more cells than this machine can carry.
 */
export async function benchCells(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const clusters = [await startCluster(product), await startCluster(product)];
  try {
    await printSettings(clusters[0]?.adminUrl ?? '');
    const cells = clusters.map(({ books: [books] }) => books);
    for (const [n, books] of cells.entries()) {
      await preparePayouts(books);
      // Unlike each other, so that no answer is right by chance.
      await books.lanes.create(`cell${n}`, Math.max(1, options.seconds / (4 * (n + 1))));
      const payouts = openPayoutLanes(books);
      await payouts.payOut(
        'cells',
        Array.from({ length: payees }, (_, number) => number),
      );
      await payouts.close();
    }
    const orders = await compareNumbers(cells);
    const keys = await keysOf(cells);
    const measured: { readonly name: string; readonly oneMs: readonly number[] }[] = [];
    for (const question of questions) measured.push(await measure(question, cells, keys, orders));
    simulate(measured);
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
}

const count = async (books: Books, text: string, values: readonly unknown[] = []): Promise<bigint> => {
  const { rows } = await books.database.pools.reports.query<{ n: bigint }>(text, [...values]);
  return rows[0]?.n ?? 0n;
};

const questions: readonly Question[] = [
  {
    name: 'totals of today',
    async ask({ database, product }) {
      const today = regionDayOf(await product.businessNow(database.reports));
      const { asked, screen } = askMerchantStats(
        merchantStats.input.parse({
          from: startOfRegionDay(today).toISOString(),
          to: startOfRegionDay(today + 1).toISOString(),
          group: 'merchant',
          currency: 'TWD',
        }),
      );
      const [platform] = Object.values(actors);
      if (platform === undefined) throw new Error('Nobody looks');
      const page = { offset: 0, limit: 50, locale: 'en' } as const;
      const { summary } = await readData(database.reports, screen, platform, { ...asked, ...page });
      return BigInt(summary.figures['orders'] ?? 0);
    },
    sum: (orders) => orders,
  },
  {
    name: 'payouts to one payee in an hour',
    ask: (books, card) =>
      count(
        books,
        "SELECT count(*) AS n FROM payout_order WHERE card_hash = $1 AND created_at > now() - interval '1 hour'",
        [card],
      ),
    // Each of them has paid everyone once.
    sum: () => 2n,
  },
  {
    name: 'an order by its number',
    ask: (books, number) =>
      count(books, 'SELECT count(*) AS n FROM collection_order WHERE merchant_order_no = $1', [number]),
    sum: () => 1n,
  },
];

/** Payees that both have paid, and numbers that one of them has. */
async function keysOf(cells: readonly Books[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const list = async (books: Books, text: string): Promise<string[]> =>
    (await books.database.pools.reports.query<{ key: string }>(text)).rows.map(({ key }) => key);
  const [first] = cells;
  if (first === undefined) return {};
  const own = `SELECT merchant_order_no AS key FROM collection_order WHERE customer_id = 200001 ORDER BY id DESC LIMIT 100`;
  return {
    'payouts to one payee in an hour': await list(
      first,
      'SELECT card_hash AS key FROM payout_order LIMIT 100',
    ),
    'an order by its number': (await Promise.all(cells.map((books) => list(books, own)))).flat(),
  };
}

/** Says how many numbers of ours stand in both cells; answers how many orders there are in all. */
async function compareNumbers(cells: readonly Books[]): Promise<bigint> {
  const numbers = await Promise.all(
    cells.map(async ({ database }) => {
      const { rows } = await database.pools.reports.query<{ no: string }>(
        'SELECT order_no AS no FROM collection_order',
      );
      return new Set(rows.map(({ no }) => no));
    }),
  );
  const [one = new Set<string>(), other = new Set<string>()] = numbers;
  console.log(
    `orders: ${numbers.map(({ size }) => size).join(' and ')}, of which ${[...one].filter((no) => other.has(no)).length} have the same number of ours in both`,
  );
  return BigInt(one.size + other.size);
}

async function measure(
  { ask, name, sum }: Question,
  cells: readonly Books[],
  keys: Readonly<Record<string, readonly string[]>>,
  orders: bigint,
) {
  const [first] = cells;
  if (first === undefined) throw new Error('There is no cell');
  const own = keys[name] ?? [''];
  const oneMs: number[] = [];
  const bothMs: number[] = [];
  for (let turn = 0; turn < turns + warmUps; turn += 1) {
    const key = own[turn % own.length] ?? '';
    const began = performance.now();
    await ask(first, key);
    const between = performance.now();
    const answers = await Promise.all(cells.map((cell) => ask(cell, key)));
    const ended = performance.now();
    const all = answers.reduce((total, n) => total + n, 0n);
    if (all !== sum(orders))
      throw new Error(`${name}: the cells answered ${answers.join(' and ')}, which is not ${sum(orders)}`);
    if (turn < warmUps) continue;
    oneMs.push(between - began);
    bothMs.push(ended - between);
  }
  const say = (times: readonly number[]): string => {
    const sorted = times.toSorted((a, b) => a - b);
    return `${at(sorted, 0.5).toFixed(1)} / ${at(sorted, 0.95).toFixed(1)} ms`;
  };
  console.log(`${name}: one cell ${say(oneMs)}, both ${say(bothMs)} (p50 / p95); ${sum(orders)} in both`);
  return { name, oneMs };
}

/**
 * More cells, each on machines of its own: whoever asks all of them waits for the slowest. A loss of its primary takes a cell away for as
 * long as it may take at the most, and with it the platform-wide answer, but not the other cells.
 */
function simulate(measured: readonly { readonly name: string; readonly oneMs: readonly number[] }[]): void {
  const dice = createDice('cells');
  for (const { name, oneMs } of measured) {
    const row = cellCounts.map((cells) => {
      const slowest = Array.from({ length: draws }, () =>
        Math.max(...Array.from({ length: cells }, () => dice.pick(oneMs))),
      ).toSorted((a, b) => a - b);
      return `${cells}: ${at(slowest, 0.5).toFixed(1)} / ${at(slowest, 0.99).toFixed(1)}`;
    });
    console.log(`simulated, ${name}, ms p50 / p99 of the slowest of so many cells: ${row.join(' · ')}`);
  }
  const away = cellCounts.map((cells) => {
    const seconds = cells * lossesAMonth * servingAfterS;
    return `${cells}: ${seconds} s (${((100 * seconds) / monthS).toFixed(4)} %)`;
  });
  console.log(
    `simulated, ${lossesAMonth} loss a month and cell, ${servingAfterS} s each: a senior agent waits ${servingAfterS} s; what is platform-wide is not whole for ${away.join(' · ')}`,
  );
}

/** What the loss of a primary may take: `npm run ha` fails beyond it. */
const servingAfterS = 30;
