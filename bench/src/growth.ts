import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { describeBooks, describeCost } from './figures.ts';
import type { Figures } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';
import { printSettings } from './settings.ts';
import { settleOnce } from './settle.ts';

const warmUpOrders = 2_000;
/** Orders made ready for each that the fastest run so far would have settled. */
const reserve = 1.5;
const acts = ['settle', 'create'] as const;

interface Series {
  readonly books: Books;
  bestPerSecond: number;
  readonly runs: Record<(typeof acts)[number], Figures[]>;
}

/** What settling and creating cost as books grow: books of each size take turns on one cluster. */
export async function benchGrowth(options: BenchOptions): Promise<void> {
  const use = options.spends ? 'spend' : 'write';
  const cluster = await startCluster(await loadProduct(), options.filled, use);
  try {
    await printSettings(cluster.adminUrl);
    const series: Series[] = [];
    for (const books of cluster.books) {
      const warmed = await settleOnce(cluster, books, 'spread', 'warm', warmUpOrders, options.seconds);
      await books.lanes.create('warm', 1);
      series.push({ books, bestPerSecond: warmed.perSecond, runs: { settle: [], create: [] } });
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const each of series) await runOnce(cluster, each, round, options.seconds);
    }
    for (const act of acts) printBySize(act, series);
  } finally {
    await cluster.stop();
  }
}

async function runOnce(cluster: BenchCluster, each: Series, round: number, seconds: number): Promise<void> {
  const { books, runs } = each;
  const ready = Math.ceil(each.bestPerSecond * reserve * seconds);
  const settle = await settleOnce(cluster, books, 'spread', `g${round}`, ready, seconds);
  each.bestPerSecond = Math.max(each.bestPerSecond, settle.perSecond);
  const create = await withCost(cluster, () => books.lanes.create(`g${round}`, seconds));
  for (const [act, figures] of Object.entries({ settle, create })) {
    runs[act as keyof typeof runs].push(figures);
    console.log(
      `round ${round}: ${act}${describeBooks(books)} ${figures.perSecond.toFixed(0)}/s · p99 ${figures.p99Ms.toFixed(1)} ms · ${describeCost(figures)}`,
    );
  }
}

/** All sizes beside each other, each against the first one of its own round. */
function printBySize(act: (typeof acts)[number], series: readonly Series[]): void {
  const first = series[0]?.runs[act] ?? [];
  const against = (runs: readonly Figures[], value: (figures: Figures) => number): string =>
    median(runs.map((figures, round) => value(figures) / value(first[round] ?? figures))).toFixed(2);
  const cells = series.map(({ books, runs }) => {
    const perSecond = median(runs[act].map((figures) => figures.perSecond)).toFixed(0);
    return `${books.filled.toLocaleString('en')}: ${perSecond}/s, ${against(runs[act], (figures) => figures.perSecond)} × the speed, ${against(runs[act], (figures) => figures.postgresUs)} × the PostgreSQL time, ${against(runs[act], (figures) => figures.walBytes)} × the WAL`;
  });
  console.log(`${act} by size of the books, median of ${first.length} · ${cells.join(' · ')}`);
}
