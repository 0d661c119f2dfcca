import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { describeCost } from './figures.ts';
import type { Figures } from './figures.ts';
import { openWorker } from './open-worker.ts';
import type { Worker } from './open-worker.ts';
import type { BenchOptions } from './options.ts';
import { programTimeUs } from './processor-time.ts';
import { loadProduct, ownRoot } from './product.ts';
import { readyOrders } from './ready-orders.ts';
import { printSettings } from './settings.ts';

const counts = [1, 2, 4] as const;
const warmUpOrders = 2_000;
const acts = ['settle', 'create'] as const;
type Act = (typeof acts)[number];

/**
 * Settling and creating by one, two and four processes of the product on one PostgreSQL, each with as many callers as one
 * alone has. Each settles the orders of its own trees, as lanes are owned; creating is shared at random.
 */
export async function benchScale(options: BenchOptions): Promise<void> {
  const cluster = await startCluster(await loadProduct(), options.filled);
  const [books] = cluster.books;
  const workers: Worker[] = [];
  try {
    await printSettings(cluster.adminUrl);
    const joined = {
      adminUrl: cluster.adminUrl,
      postmaster: cluster.postmaster,
      productUrl: books.productUrl,
    };
    while (workers.length < Math.max(...counts)) workers.push(await openWorker({ root: ownRoot, joined }));
    const warmed = await settleBy(cluster, books, workers, 'warm', warmUpOrders * workers.length, 600);
    await createBy(cluster, workers, 'warm', 1);
    let bestPerSecond = warmed.perSecond;
    const seen = new Map<string, Figures[]>();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const count of counts) {
        const some = workers.slice(0, count);
        const run = `${count}-${round}`;
        const ready = Math.ceil(bestPerSecond * 1.5 * options.seconds);
        const settle = await settleBy(cluster, books, some, run, ready, options.seconds);
        bestPerSecond = Math.max(bestPerSecond, settle.perSecond);
        const create = await createBy(cluster, some, run, options.seconds);
        for (const [act, figures] of Object.entries({ settle, create })) {
          const key = `${act} ${count}`;
          seen.set(key, [...(seen.get(key) ?? []), figures]);
          console.log(
            `round ${round}: ${act} by ${count}: ${figures.perSecond.toFixed(0)}/s · p99 ${figures.p99Ms.toFixed(1)} ms · batches of ${figures.batch.toFixed(0)} · ${describeCost(figures)}`,
          );
        }
      }
    }
    for (const act of acts) printAgainstOne(act, seen);
  } finally {
    for (const worker of workers) await worker.stop();
    await cluster.stop();
  }
}

/** Deals the orders out as a balancer does that keeps the notices of one channel account, and so of one tree, together. */
async function settleBy(
  cluster: BenchCluster,
  books: Books,
  workers: readonly Worker[],
  run: string,
  ready: number,
  seconds: number,
): Promise<Figures> {
  const orders = await readyOrders(books, ready, false, `s${run}`);
  const shares = workers.map((_, hand) =>
    orders.filter(({ agentId }) => agentId % BigInt(workers.length) === BigInt(hand)),
  );
  return together(cluster, workers, (worker, hand) => worker.settle({ orders: shares[hand] ?? [], seconds }));
}

function createBy(
  cluster: BenchCluster,
  workers: readonly Worker[],
  run: string,
  seconds: number,
): Promise<Figures> {
  return together(cluster, workers, (worker, hand) => worker.create({ run: `c${run}-${hand}`, seconds }));
}

/** One act by all of them at once; the cost is that of the cluster and of all their Nodes. */
function together(
  cluster: BenchCluster,
  workers: readonly Worker[],
  act: (worker: Worker, hand: number) => Promise<Figures>,
): Promise<Figures> {
  const nodeTimeUs = (): number => workers.reduce((sum, { pid }) => sum + programTimeUs(pid), 0);
  const doIt = async () => {
    const each = await Promise.all(workers.map(act));
    const sum = (value: (figures: Figures) => number): number =>
      each.reduce((total, figures) => total + value(figures), 0);
    const operations = sum((figures) => figures.operations);
    return {
      operations,
      seconds: Math.max(...each.map((figures) => figures.seconds)),
      perSecond: sum((figures) => figures.perSecond),
      p50Ms: median(each.map((figures) => figures.p50Ms)),
      p99Ms: Math.max(...each.map((figures) => figures.p99Ms)),
      batch: operations / sum((figures) => figures.operations / figures.batch),
    };
  };
  return withCost(cluster, doIt, nodeTimeUs);
}

function printAgainstOne(act: Act, seen: ReadonlyMap<string, readonly Figures[]>): void {
  const ofOne = seen.get(`${act} 1`) ?? [];
  for (const count of counts) {
    const runs = seen.get(`${act} ${count}`) ?? [];
    const against = (value: (figures: Figures) => number): string =>
      median(
        runs.map((figures, round) => {
          const one = ofOne[round];
          return one === undefined ? NaN : value(figures) / value(one);
        }),
      ).toFixed(2);
    console.log(
      `${act} by ${count} ÷ by 1, median of ${runs.length}: ${against((figures) => figures.perSecond)} × the speed · ${against((figures) => figures.postgresUs)} × the PostgreSQL time · ${against((figures) => figures.nodeUs)} × the Node time an operation`,
    );
  }
}
