import { setTimeout as sleep } from 'node:timers/promises';
import type { Books } from './books.ts';
import { median } from './callers.ts';
import type { Measured } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import type { Cost } from './cost.ts';
import { describeBooks, describeFigures, describeYard } from './figures.ts';
import type { Figures } from './figures.ts';
import { loadProduct } from './product.ts';
import { printProof } from './prove.ts';
import { readyOrders } from './ready-orders.ts';
import type { BenchOptions } from './options.ts';
import { adminQuery, printSettings } from './settings.ts';
import { prepareTpcb } from './tpcb.ts';
import type { Yard } from './tpcb.ts';

/** Orders of the first, unmeasured settling, which plans the statements and shows how many the rounds will need. */
const warmUpOrders = 6_000;
/** Orders made ready for each that the fastest run so far would have settled. */
const reserve = 1.3;

const kinds = ['spread', 'hot'] as const;
type Kind = (typeof kinds)[number];

interface Run {
  readonly yard: Yard;
  readonly figures: Figures;
}

/**
 * Settling through the product's own lane, order guard, legs, balances, outbox, audit and rollups included, against
 * pgbench TPC-B on the same cluster, in alternating rounds. Proves the books afterwards.
 */
export async function benchSettle(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product, options.filled);
  try {
    await printSettings(cluster.adminUrl);
    const tpcb = await prepareTpcb(cluster, options.tpcbScale);
    const series = cluster.books.flatMap((books) =>
      kinds.map((kind) => ({ books, kind, bestPerSecond: 0, runs: [] as Run[] })),
    );
    for (const each of series) {
      const warmed = await settleOnce(cluster, each.books, each.kind, 'warm', warmUpOrders, options.seconds);
      each.bestPerSecond = warmed.perSecond;
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      const yard = await tpcb.measure(options.seconds);
      console.log(`round ${round}: ${describeYard(yard)}`);
      for (const each of series) {
        const { books, kind } = each;
        const ready = Math.ceil(each.bestPerSecond * reserve * options.seconds);
        const figures = await settleOnce(cluster, books, kind, `r${round}`, ready, options.seconds);
        each.bestPerSecond = Math.max(each.bestPerSecond, figures.perSecond);
        each.runs.push({ yard, figures });
        console.log(
          `round ${round}: settle ${kind}${describeBooks(books)} ${describeFigures(figures, yard)}`,
        );
      }
    }
    for (const books of cluster.books) {
      const runsOf = (kind: Kind): readonly Run[] =>
        series.find((each) => each.books === books && each.kind === kind)?.runs ?? [];
      printMedians(books, runsOf('spread'), runsOf('hot'));
      await printProof(books);
    }
  } finally {
    await cluster.stop();
  }
}

/** Makes orders ready, unmeasured, and settles them until the time is over. */
export async function settleOnce(
  cluster: BenchCluster,
  books: Books,
  kind: Kind,
  run: string,
  ready: number,
  seconds: number,
): Promise<Measured & Cost> {
  const orders = await readyOrders(books, ready, kind === 'hot', `${kind}-${run}`);
  await adminQuery(cluster.adminUrl, 'CHECKPOINT');
  await sleep(1_000);
  const done = await withCost(cluster, () => books.lanes.settle(orders, seconds));
  if (done.operations === orders.length && run !== 'warm') {
    console.log(`(the orders of ${kind}-${run} were used up after ${done.seconds.toFixed(1)} s)`);
  }
  return done;
}

function printMedians(books: Books, spread: readonly Run[], hot: readonly Run[]): void {
  const of = (runs: readonly Run[], value: (run: Run) => number): number => median(runs.map(value));
  const speed = ({ figures, yard }: Run): number => figures.perSecond / yard.perSecond;
  const time = ({ figures, yard }: Run): number => yard.postgresUs / figures.postgresUs;
  const postgresUs = ({ figures }: Run): number => figures.postgresUs;
  const where = describeBooks(books);
  console.log(
    `settle${where} ÷ TPC-B, median of ${spread.length}: spread ${of(spread, speed).toFixed(2)} (must 2.8) · hot ${of(hot, speed).toFixed(2)} (must 3.2) · by processor time spread ${of(spread, time).toFixed(2)} · hot ${of(hot, time).toFixed(2)} · PostgreSQL spread ${of(spread, postgresUs).toFixed(0)} µs · hot ${of(hot, postgresUs).toFixed(0)} µs`,
  );
  console.log(
    `hot ÷ spread${where}: ${median(spread.map(({ figures }, round) => (hot[round]?.figures.perSecond ?? NaN) / figures.perSecond)).toFixed(2)} (must 1.0)`,
  );
  console.log(
    `p99 spread${where} ${of(spread, ({ figures }) => figures.p99Ms).toFixed(1)} ms (must ≤ 20) · WAL ${of(spread, ({ figures }) => figures.walBytes).toFixed(0)} bytes (must ≤ 2200)`,
  );
}
