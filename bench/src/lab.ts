import { resolve } from 'node:path';
import { median } from './callers.ts';
import type { Cost } from './cost.ts';
import { describeCost } from './figures.ts';
import type { SignedCall } from './http-load.ts';
import { startHttpProduct } from './http-server.ts';
import { openWorker } from './open-worker.ts';
import type { BenchOptions } from './options.ts';

/** What one chunk of work in one checkout came to. */
interface Chunk extends Cost {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** A checkout that is up with a cluster of its own. */
interface Bench {
  readonly root: string;
  readonly chunks: Chunk[];
  /** `run` tells this chunk's orders from those of the others. */
  work(run: string): Promise<Chunk>;
  stop(): Promise<void>;
}

/** A chunk of settling or creating is a number of orders, so that both checkouts do the same. */
const chunkOrders = { full: 8_192, short: 1_024 } as const;
/** Long enough for any machine: the orders end the chunk. */
const patienceSeconds = 600;

/**
 * Two checkouts held against each other while the machine does whatever it does: each with its own cluster and process,
 * one chunk of work here, one there, the order changing from round to round. Another checkout needs no laboratory of its
 * own: what works there is loaded from this one, and only the product comes from the other.
 */
export async function benchLab(operands: readonly string[], options: BenchOptions): Promise<void> {
  const [first, second, act = 'settle'] = operands;
  const open = openers[act];
  if (first === undefined || second === undefined || open === undefined) {
    throw new Error('The laboratory wants two checkouts, and settle, create, http or payout');
  }
  const benches: Bench[] = [];
  try {
    for (const root of [first, second]) benches.push(await open(resolve(root), options));
    for (const bench of benches) await bench.work('warm');
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const bench of round % 2 === 1 ? benches : benches.toReversed()) {
        bench.chunks.push(await bench.work(`r${round}`));
      }
      console.log(
        `round ${round}: ${benches.map(({ chunks }) => chunks.at(-1)?.postgresUs.toFixed(0)).join(' | ')} µs of PostgreSQL`,
      );
    }
    print(act, benches);
  } finally {
    for (const bench of benches) await bench.stop();
  }
}

const openers: Readonly<Record<string, (root: string, options: BenchOptions) => Promise<Bench>>> = {
  settle: (root, options) =>
    openLaneBench(root, async (worker, run) => {
      const orders = await worker.ready({ count: countOf(options), hot: false, run });
      return worker.settle({ orders, seconds: patienceSeconds });
    }),
  create: (root, options) =>
    openLaneBench(root, (worker, run) =>
      worker.create({ run, seconds: patienceSeconds, most: countOf(options) }),
    ),
  http: (root, options) => openHttpBench(root, 'create', options),
  payout: (root, options) => openHttpBench(root, 'payout', options),
};

async function openHttpBench(root: string, call: SignedCall, { seconds }: BenchOptions): Promise<Bench> {
  const product = await startHttpProduct(root);
  return { root, chunks: [], work: () => product.load(call, seconds), stop: () => product.stop() };
}

const countOf = ({ isShort }: BenchOptions): number => (isShort ? chunkOrders.short : chunkOrders.full);

async function openLaneBench(
  root: string,
  work: (worker: Awaited<ReturnType<typeof openWorker>>, run: string) => Promise<Chunk>,
): Promise<Bench> {
  const worker = await openWorker({ root });
  return { root, chunks: [], work: (run) => work(worker, run), stop: () => worker.stop() };
}

function print(act: string, benches: readonly Bench[]): void {
  for (const { root, chunks } of benches) {
    const of = (value: (chunk: Chunk) => number): number => median(chunks.map(value));
    const cost: Cost = {
      postgresUs: of((chunk) => chunk.postgresUs),
      nodeUs: of((chunk) => chunk.nodeUs),
      walBytes: of((chunk) => chunk.walBytes),
      pageImages: of((chunk) => chunk.pageImages),
    };
    console.log(
      `${act} in ${root}: ${of((chunk) => chunk.perSecond).toFixed(0)}/s · p99 ${of((chunk) => chunk.p99Ms).toFixed(1)} ms · ${describeCost(cost)}`,
    );
  }
  const [before, after] = benches;
  const ratio = (value: (chunk: Chunk) => number): string =>
    median(
      (after?.chunks ?? []).map((chunk, round) => {
        const other = before?.chunks[round];
        return other === undefined ? NaN : value(chunk) / value(other);
      }),
    ).toFixed(2);
  console.log(
    `second ÷ first, median of ${after?.chunks.length}: PostgreSQL ${ratio((chunk) => chunk.postgresUs)} · Node ${ratio((chunk) => chunk.nodeUs)} · WAL ${ratio((chunk) => chunk.walBytes)} · speed ${ratio((chunk) => chunk.perSecond)}`,
  );
}
