import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channels, OpenChannel } from '../../apps/server/src/modules/channels/index.ts';
import { allocateCollection, openCollections } from '../../apps/server/src/modules/collections/index.ts';
import type { Books } from './books.ts';
import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import type { BenchOptions } from './options.ts';
import { merchantOf } from './orders.ts';
import { loadProduct } from './product.ts';
import { adminQuery } from './settings.ts';

const hands = 32;
const warmUpSeconds = 2;

/**
 * Orders created and routed a second, 1,000 merchants whose senior agents have ten channels each (200 in all) against the same
 * merchants on one channel. The provider answers at once, so that the product's own part is measured.
 */
export async function benchRoute(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product);
  try {
    const [books] = cluster.books;
    const one = await openRouting(books);
    await one.run(warmUpSeconds);
    const ratios: number[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      await adminQuery(books.productUrl, 'DELETE FROM customer_method WHERE channel_id > 1');
      const single = await one.run(options.seconds);
      await spread(books);
      await one.run(warmUpSeconds);
      const many = await one.run(options.seconds);
      ratios.push(single / many);
      console.log(
        `round ${round}: one channel ${single.toFixed(0)}/s · 200 channels ${many.toFixed(0)}/s = ${(single / many).toFixed(2)} × the time`,
      );
    }
    console.log(
      `create and route over 200 channels ÷ over one, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 1.15)`,
    );
    await one.close();
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
  let number = 0;
  return {
    async run(seconds: number): Promise<number> {
      const until = performance.now() + seconds * 1_000;
      const began = performance.now();
      const name = randomUUID().slice(0, 8);
      let routed = 0;
      const work = async (): Promise<void> => {
        while (performance.now() < until) {
          number += 1;
          const request = product.orderRequest(merchantOf(number, false), `${name}-${number}`);
          const { orderId } = await collections.create.submit(request);
          await allocateCollection(collections, orderId, { method: null, payerName: null });
          routed += 1;
        }
      };
      await Promise.all(Array.from({ length: hands }, work));
      return (routed * 1_000) / (performance.now() - began);
    },
    close: () => collections.close(),
  };
}

/** Nine more channels for each senior agent and his merchants, so that there are 200 with the first of each. */
async function spread({ productUrl }: Books): Promise<void> {
  await adminQuery(
    productUrl,
    `INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
     SELECT 'collection', 'BANK-' || a.id || '-' || n, 'Bank ' || n, 'bank_transfer', 1, 'TWD', 1.5, 20000
     FROM app_user a, generate_series(1, 10) n WHERE a.kind = 'agent'
     ON CONFLICT DO NOTHING;
     INSERT INTO agent_method (agent_id, channel_id, system_pct)
     SELECT split_part(c.code, '-', 2)::bigint, c.id, 0.2 FROM channel c WHERE c.code LIKE 'BANK-%' ON CONFLICT DO NOTHING;
     DELETE FROM customer_method WHERE channel_id > 1;
     INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, middleman_pct)
     SELECT u.id, c.id, 'bank', 2.8, 50000, 0.3, 0.1
     FROM app_user u JOIN channel c ON c.code LIKE 'BANK-' || u.agent_id || '-%' AND c.code NOT LIKE '%-10' WHERE u.kind = 'customer';
     ANALYZE customer_method; ANALYZE channel; ANALYZE agent_method`,
  );
}

let served = 0;
const adapter = {
  driver: 'bench',
  sandbox: false,
  capabilities: { queryMinDelayMs: 0, notFoundIsFinal: false },
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
  isSandbox: () => false,
  breaker: { heard: () => Promise.resolve() },
  feeInversions: { tell: () => Promise.resolve() },
  open: (id: bigint) => Promise.resolve({ account: { id }, adapter } as unknown as OpenChannel),
  exchangeFor: () => () => Promise.reject(new Error('Nobody is asked')),
  payoutExchange: () => () => Promise.reject(new Error('Nobody is asked')),
} as unknown as Channels;
