import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import { describeBooks } from './figures.ts';
import { foldSums } from './fold.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';
import { readyOrders } from './ready-orders.ts';
import { adminQuery, printSettings } from './settings.ts';

/** Long enough for any machine: the orders end it. */
const patienceSeconds = 600;

const seconds = (ms: number, digits = 1): string => `${(ms / 1_000).toFixed(digits)} s`;

/** Proves the books and prints every check; a broken one makes the benchmark fail. */
export async function printProof(books: Books): Promise<void> {
  await foldSums(books.productUrl);
  // As autovacuum does in time: the tables have just been filled.
  await adminQuery(books.productUrl, 'ANALYZE');
  const proof = await books.product.prove(books.database);
  for (const { name, passed, examined, examples } of proof.checks) {
    console.log(
      `prove${describeBooks(books)} ${name}: ${passed ? 'holds' : `BROKEN at ${examples.join(', ')}`} over ${examined}`,
    );
  }
  for (const { checks, durationMs } of proof.timings) {
    console.log(`prove${describeBooks(books)} ${checks.join(' ')}: ${seconds(durationMs, 2)}`);
  }
  console.log(
    `prove${describeBooks(books)}: ${proof.passed ? 'every check holds' : 'THE BOOKS ARE BROKEN'}, in ${seconds(proof.durationMs)}`,
  );
  if (!proof.passed) process.exitCode = 1;
}

/** How long proving takes at the size asked for, and how much slower orders settle while it runs. */
export async function benchProve(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product, options.filled);
  try {
    await printSettings(cluster.adminUrl);
    for (const books of cluster.books) {
      await printProof(books);
      await printProofSince(books);
      await compareTraffic(books, options);
    }
  } finally {
    await cluster.stop();
  }
}

/** Orders that are settled between the point and the proof since it. */
const sincePoint = 10_000;

/** How long it takes to prove what came since a point: it must not grow with the books. */
async function printProofSince(books: Books): Promise<void> {
  await adminQuery(books.productUrl, 'SELECT take_proof_point()');
  await books.lanes.settle(await readyOrders(books, sincePoint, false, 'since'), patienceSeconds);
  const proof = await books.product.proveSince(books.database);
  console.log(
    `prove since a point${describeBooks(books)}: ${proof.passed ? 'every check holds' : 'THE BOOKS ARE BROKEN'} over ${sincePoint} orders, in ${seconds(proof.durationMs, 2)} (must ≤ 1 s): ${proof.timings.map(({ checks, durationMs }) => `${checks.join(' ')} ${seconds(durationMs, 2)}`).join(', ')}`,
  );
  if (!proof.passed) process.exitCode = 1;
}

/** Settles in alternating windows, with and without a proof beside it. */
async function compareTraffic(books: Books, { seconds, rounds }: BenchOptions): Promise<void> {
  const probe = await books.lanes.settle(await readyOrders(books, 6_000, false, 'probe'), seconds);
  const ready = Math.ceil(probe.perSecond * seconds * 1.5);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await books.lanes.settle(await readyOrders(books, ready, false, `alone${round}`), seconds);
    const orders = await readyOrders(books, ready, false, `beside${round}`);
    let isOver = false;
    const proving = proveUntil(books, () => isOver);
    const beside = await books.lanes.settle(orders, seconds);
    isOver = true;
    const proofs = await proving;
    ratios.push(beside.perSecond / alone.perSecond);
    console.log(
      `round ${round}${describeBooks(books)}: settle alone ${alone.perSecond.toFixed(0)}/s (p99 ${alone.p99Ms.toFixed(1)} ms) · beside a proof ${beside.perSecond.toFixed(0)}/s (p99 ${beside.p99Ms.toFixed(1)} ms) · proofs of ${proofs.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
    );
  }
  console.log(
    `settle beside a proof ÷ alone${describeBooks(books)}, median of ${rounds}: ${median(ratios).toFixed(2)}`,
  );
}

/** Proves again and again; answers how many milliseconds each took. */
async function proveUntil({ product, database }: Books, isOver: () => boolean): Promise<number[]> {
  const durations: number[] = [];
  while (!isOver()) durations.push((await product.prove(database)).durationMs);
  return durations;
}
