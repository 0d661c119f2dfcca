import { openBooks } from './books.ts';
import type { Books } from './books.ts';
import { startCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import type { Meter } from './cost.ts';
import { loadProduct } from './product.ts';
import { readyOrders } from './ready-orders.ts';
import type { Question, Work, WorkerPlace } from './open-worker.ts';

// A process of its own that runs the product of one checkout and does what its parent asks for, one thing at a time.
const { root, joined } = JSON.parse(process.argv[2] ?? '') as WorkerPlace;

interface Place {
  readonly meter: Meter;
  readonly books: Books;
  stop(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const product = await loadProduct(root);
  if (joined === undefined) {
    const cluster = await startCluster(product);
    return { meter: cluster, books: cluster.books[0], stop: () => cluster.stop() };
  }
  const books = await openBooks(product, joined.productUrl, 0);
  return { meter: joined, books, stop: () => books.close() };
}

const { meter, books, stop } = await openPlace();
const work: Work = {
  ready: ({ count, hot, run }) => readyOrders(books, count, hot, run),
  settle: ({ orders, seconds }) => withCost(meter, () => books.lanes.settle(orders, seconds)),
  create: ({ run, seconds, most }) => withCost(meter, () => books.lanes.create(run, seconds, most)),
};

process.on('message', ({ id, name, options }: Question) => {
  const asked = work[name] as (options: unknown) => Promise<unknown>;
  asked(options).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.send?.({ id: 0, result: 'ready' });
