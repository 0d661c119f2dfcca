import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { transact } from '../../apps/server/src/platform/db/transact.ts';
import type { CreateRequest } from '../../apps/server/src/modules/collections/index.ts';
import { openCreateLane } from '../../apps/server/src/modules/collections/create-lane.ts';
import { computeOrderLegs } from '../../apps/server/src/modules/collections/order-legs.ts';
import { makeFeeSnapshot } from '../../apps/server/src/modules/collections/fee-snapshot.ts';
import { parseRate } from '@suanpan/money/rate';
import type { BenchCluster } from './cluster.ts';
import { adminQuery } from './settings.ts';
import { agentOf, firstMerchantId, merchantCount } from './tenants.ts';

/** 10,000 TWD in minor units: the amount of the worked example. */
export const amount = 100_000_000n;
const hash = randomBytes(32);
const terms = {
  merchant: { pct: parseRate('2.8'), perItem: 50_000n },
  endpoint: { pct: parseRate('1.5'), perItem: 20_000n },
  subAgent: { pct: parseRate('0.3'), perItem: 0n },
  middleman: { pct: parseRate('0.1'), perItem: 0n },
  system: { pct: parseRate('0.2'), perItem: 0n },
};

export function merchantOf(index: number, hot: boolean): bigint {
  return BigInt(hot ? firstMerchantId : firstMerchantId + ((index * 7_919) % merchantCount));
}

export function orderRequest(customerId: bigint, merchantOrderNo: string): CreateRequest {
  return {
    customerId,
    merchantOrderNo,
    currency: 'TWD',
    amount,
    method: null,
    realName: null,
    payer: null,
    payerLast5: null,
    productName: 'bench',
    requestIp: '203.0.113.7',
    notifyUrl: 'https://shop.example/hooks/pay',
    returnUrl: null,
    metadata: {},
    locale: null,
    source: 'api',
    apiVersion: 'v2',
    isTest: false,
    requestHash: hash,
    lifetimeS: 86_400,
    actorId: null,
    requestId: 'bench',
  };
}

export interface ReadyOrder {
  readonly orderId: bigint;
  readonly agentId: bigint;
}

/**
 * Orders ready to be settled: created by the product's own lane, and routed with legs computed by the product's
 * own function, once per merchant, because all have the same amount and terms. Answers them mixed.
 */
export async function readyOrders(
  cluster: BenchCluster,
  count: number,
  hot: boolean,
  run: string,
): Promise<ReadyOrder[]> {
  const { database } = cluster;
  const lane = openCreateLane(database);
  const orders: ReadyOrder[] = [];
  for (let start = 0; start < count; start += 2_048) {
    const size = Math.min(2_048, count - start);
    const made = await Promise.all(
      Array.from({ length: size }, (_, index) =>
        lane.submit(orderRequest(merchantOf(start + index, hot), `${run}-${start + index}`)),
      ),
    );
    orders.push(
      ...made.map(({ orderId }, index) => ({ orderId, agentId: agentOf(merchantOf(start + index, hot)) })),
    );
  }
  await lane.close();
  const merchants = hot
    ? [merchantOf(0, true)]
    : Array.from({ length: merchantCount }, (_, index) => BigInt(firstMerchantId + index));
  for (const customerId of merchants) await planOrdersOf(cluster, customerId);
  // What autovacuum does in time: the routing above wrote every row twice at once.
  await adminQuery(cluster.productUrl, 'VACUUM (ANALYZE) collection_order, collection_plan');
  return mixed(orders);
}

/** Plans every new order of a merchant through the plans' own door. */
async function planOrdersOf({ database }: BenchCluster, customerId: bigint): Promise<void> {
  const { clawsBack, legs, split } = computeOrderLegs(amount, terms, {
    agent_system_fee_mode: 'realtime',
    payout_from_unsettled: false,
  });
  const plan = {
    channel_id: '1',
    channel_account_id: '1',
    method: 'bank',
    real_name: null,
    route: { candidates: [] },
    fee_snapshot: makeFeeSnapshot(split, terms, clawsBack),
    kinds: legs.kinds,
    kinds_immediate: legs.kindsImmediate,
    roles: legs.roles,
    amounts: legs.amounts.map(String),
  };
  await transact(database.app, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`
      SELECT count(*) FROM plan_collections((
        SELECT jsonb_agg(${JSON.stringify(plan)}::jsonb || jsonb_build_object('order_id', o.id::text))
        FROM collection_order o
        WHERE o.customer_id = ${customerId} AND o.status = 'pending' AND o.channel_id IS NULL))`.execute(tx);
  });
}

const window = 1_024;
const stride = 389;

/**
 * Payments follow their orders within minutes and in no order: inside a window of neighbours the sequence is
 * mixed by a fixed stride, the same in every run.
 */
function mixed(orders: readonly ReadyOrder[]): ReadyOrder[] {
  const result: ReadyOrder[] = [];
  for (let start = 0; start < orders.length; start += window) {
    const part = orders.slice(start, start + window);
    for (let index = 0; index < part.length; index += 1)
      result.push(part[(index * stride) % part.length] as ReadyOrder);
  }
  return result;
}
