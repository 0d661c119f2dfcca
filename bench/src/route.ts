import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channels, OpenChannel } from '../../apps/server/src/modules/channels/index.ts';
import { allocateCollection, openCollections } from '../../apps/server/src/modules/collections/index.ts';
import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import { loadSigned, signedCalls } from './http-load.ts';
import type { HttpFigures } from './http-load.ts';
import { startHttpServer } from './http-server.ts';
import type { BenchOptions } from './options.ts';
import { merchantOf } from './orders.ts';
import { loadProduct, ownRoot } from './product.ts';
import { adminQuery } from './settings.ts';

const hands = 32;
const warmUpSeconds = 2;

/**
 * Orders created and routed a second over HTTP, by 1,000 merchants whose senior agents have ten channels each, 200 in all: paid by a
 * method for which each of them has ten channels, against one for which all have the same. The provider answers at once, so that the
 * product's own part is measured.
 */
export async function benchRoute(options: BenchOptions): Promise<void> {
  const server = await startHttpServer(ownRoot, 'http-routing.ts');
  const ratios: number[] = [];
  let number = 0;
  const load = async (method: string, seconds: number): Promise<HttpFigures> => {
    const figures = await loadSigned(server.url, routedBy(method), seconds, () => {
      number += 1;
      return `ak_live_bench${String(merchantOf(number, false)).padStart(16, '0')}`;
    });
    if (figures.refused > 0) process.exitCode = 1;
    return figures;
  };
  try {
    await spread(server.productUrl);
    for (const method of ['bank', 'spread']) await load(method, warmUpSeconds);
    for (let round = 1; round <= options.rounds; round += 1) {
      // Whoever is measured second finds more orders: each is that as often as the other.
      const methods = round % 2 === 0 ? ['spread', 'bank'] : ['bank', 'spread'];
      const figures = new Map<string, HttpFigures>();
      for (const method of methods) figures.set(method, await load(method, options.seconds));
      const [one, many] = [figures.get('bank'), figures.get('spread')];
      if (one === undefined || many === undefined) continue;
      const ratio = one.perSecond / many.perSecond;
      ratios.push(ratio);
      console.log(
        `round ${round}: one channel ${told(one)} · 200 channels ${told(many)} = ${ratio.toFixed(2)} × the time`,
      );
    }
  } finally {
    await server.stop();
  }
  console.log(
    `create and route over 200 channels ÷ over one, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 1.15)`,
  );
  await fiftyAtOnceInBooks();
}

const told = ({ operations, p99Ms, perSecond, refused }: HttpFigures): string =>
  `${perSecond.toFixed(0)}/s (p99 ${p99Ms} ms, ${operations} made, ${refused} refused)`;

/** Says by which method it is to be paid, so that it is routed at once. */
const routedBy = (method: string) => ({
  path: signedCalls.create.path,
  bodyOf: (no: string) => signedCalls.create.bodyOf(no).replace('{', `{"method":"${method}",`),
});

async function fiftyAtOnceInBooks(): Promise<void> {
  const cluster = await startCluster(await loadProduct());
  try {
    const [books] = cluster.books;
    await spread(books.productUrl);
    const routing = await openRouting(books);
    await routing.atOnce(hands);
    await fiftyAtOnce(books, routing, await watchLocks(cluster.adminUrl));
    await routing.close();
  } finally {
    await cluster.stop();
  }
}

async function openRouting(books: Books) {
  const { database, product } = books;
  const vault = product.createVault({
    sealing: [{ id: 'bench', key: Buffer.alloc(32, 7) }],
    lookup: Buffer.alloc(32, 9),
  });
  const collections = openCollections({
    db: database,
    channels: answeringChannels,
    vault,
    log: product.createLog({ logLevel: 'error' }),
    publicUrl: 'http://127.0.0.1:3000',
  });
  return {
    /** How long each of so many waits for its way that want one in the same moment, in milliseconds, the longest last. */
    async atOnce(count: number): Promise<number[]> {
      const name = randomUUID().slice(0, 8);
      const placed = Array.from({ length: count }, (_, at) =>
        collections.create.submit(product.orderRequest(merchantOf(at, true), `${name}-${at}`)),
      );
      const orders = await Promise.all(placed);
      const times = orders.map(async ({ orderId }) => {
        const began = performance.now();
        await allocateCollection(collections, orderId, { method: null, payerName: null });
        return performance.now() - began;
      });
      return (await Promise.all(times)).toSorted((one, other) => one - other);
    },
    close: () => collections.close(),
  };
}

/** Fifty orders of one merchant at once: over a channel without limits, and over one whose limit of the day ten of them meet. */
async function fiftyAtOnce(
  { productUrl }: Books,
  { atOnce }: Pick<Awaited<ReturnType<typeof openRouting>>, 'atOnce'>,
  waits: () => LockWaits,
): Promise<void> {
  const longest = (times: readonly number[]): string => (times.at(-1) ?? 0).toFixed(0);
  const middle = (times: readonly number[]): string => median(times).toFixed(0);
  for (let round = 1; round <= 3; round += 1) {
    await adminQuery(productUrl, 'UPDATE customer_method SET daily_count = 0');
    const free = await atOnce(50);
    await adminQuery(
      productUrl,
      `UPDATE customer_method m SET daily_count = u.used + 10
       FROM (SELECT o.customer_id, o.channel_id, count(*) AS used FROM collection_order o GROUP BY 1, 2) u
       WHERE u.customer_id = m.customer_id AND u.channel_id = m.channel_id`,
    );
    waits();
    const limited = await atOnce(50);
    const { count, longestMs, givenUp } = waits();
    console.log(
      `fifty at once, round ${round}: without a limit p50 ${middle(free)}, longest ${longest(free)} ms · ten of a limit p50 ${middle(limited)}, longest ${longest(limited)} ms · waits for a lock ${count}, the longest ${longestMs.toFixed(0)} ms (must 50), given up ${givenUp}`,
    );
  }
}

interface LockWaits {
  /** Of 1 ms and longer. */
  readonly count: number;
  readonly longestMs: number;
  /** That took longer than whoever waited wanted to. */
  readonly givenUp: number;
}

/** Has the cluster write down every wait for a lock; answers those since it was asked the last time. */
async function watchLocks(adminUrl: string): Promise<() => LockWaits> {
  for (const setting of ["deadlock_timeout = '1ms'", 'log_lock_waits = on'])
    await adminQuery(adminUrl, `ALTER SYSTEM SET ${setting}`);
  const [row] = await adminQuery(
    adminUrl,
    "SELECT pg_reload_conf(), current_setting('data_directory') || '/' || pg_current_logfile() AS log",
  );
  const log = row?.log ?? '';
  let read = 0;
  return () => {
    const text = readFileSync(log, 'utf8');
    const since = text.slice(read);
    read = text.length;
    const waited = [...since.matchAll(/ acquired \S+ on .+ after ([\d.]+) ms/g)].map(([, ms]) => Number(ms));
    return {
      count: waited.length,
      longestMs: Math.max(0, ...waited),
      givenUp: since.match(/due to lock timeout/g)?.length ?? 0,
    };
  };
}

/** Ten channels for each senior agent, by which his merchants are paid under a method of their own. */
async function spread(productUrl: string): Promise<void> {
  await adminQuery(
    productUrl,
    `INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
     SELECT 'collection', 'BANK-' || a.id || '-' || n, 'Bank ' || n, 'bank_transfer', 1, 'TWD', 1.5, 20000
     FROM app_user a, generate_series(1, 10) n WHERE a.kind = 'agent';
     INSERT INTO agent_method (agent_id, channel_id, system_pct)
     SELECT split_part(c.code, '-', 2)::bigint, c.id, 0.2 FROM channel c WHERE c.code LIKE 'BANK-%';
     INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, middleman_pct)
     SELECT u.id, c.id, 'spread', 2.8, 50000, 0.3, 0.1
     FROM app_user u JOIN channel c ON c.code LIKE 'BANK-' || u.agent_id || '-%' WHERE u.kind = 'customer';
     ANALYZE customer_method; ANALYZE channel; ANALYZE agent_method`,
  );
}

let served = 0;
const adapter = {
  driver: 'bench',
  sandbox: false,
  capabilities: { queryMinDelayMs: 0, notFoundIsFinal: false, askedEveryMs: null },
  async createCollection() {
    served += 1;
    await sleep(0);
    return {
      outcome: 'accepted',
      value: {
        providerOrderNo: `B${served}`,
        payment: { kind: 'redirect', url: 'https://bank.example/pay' },
      },
    };
  },
};

/** A provider that takes every order at once. */
const answeringChannels = {
  driversFor: () => null,
  mayPlay: () => false,
  paysOut: () => false,
  feedOf: () => undefined,
  isSandbox: () => false,
  breaker: { heard: () => Promise.resolve() },
  feeInversions: { tell: () => Promise.resolve() },
  open: (id: bigint) => Promise.resolve({ account: { id }, adapter } as unknown as OpenChannel),
  exchangeFor: () => () => Promise.reject(new Error('Nobody is asked')),
  payoutExchange: () => () => Promise.reject(new Error('Nobody is asked')),
} as unknown as Channels;
