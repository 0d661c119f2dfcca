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
  for (const customerId of merchants) await routeOrdersOf(cluster, customerId);
  // What autovacuum does in time: the routing above wrote every row twice at once.
  await adminQuery(cluster.productUrl, 'VACUUM (ANALYZE) collection_order, collection_plan');
  return mixed(orders);
}

async function routeOrdersOf({ database }: BenchCluster, customerId: bigint): Promise<void> {
  await transact(database.app, async (tx) => {
    const agentId = agentOf(customerId);
    const chain = { customerId, agentId, subAgentId: agentId + 10_000n, middlemanId: agentId + 20_000n };
    const legs = await computeOrderLegs(
      tx,
      { payAmount: amount, currency: 'TWD', isTest: false, chain },
      1n,
      terms,
      { agent_system_fee_mode: 'realtime', payout_from_unsettled: false },
    );
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    const fees = makeFeeSnapshot(legs.split, terms, legs.clawsBack);
    await sql`
      WITH routed AS (
        UPDATE collection_order SET channel_id = 1, channel_account_id = 1, method = 'bank'
        WHERE customer_id = ${customerId} AND status = 'pending' AND channel_id IS NULL
        RETURNING id
      )
      INSERT INTO collection_plan (order_id, route, fee_snapshot, merchant_fee, endpoint_fee, credited, claws_back,
        leg_accounts, leg_accounts_immediate, leg_amounts)
      SELECT id, '{"candidates": []}', ${JSON.stringify(fees)}::jsonb, ${fees.merchantFee}::bigint, ${fees.endpointFee}::bigint,
             ${fees.credited}::bigint, ${fees.clawsBack}, ${legs.accounts}::bigint[], ${legs.accountsImmediate}::bigint[],
             ${legs.amounts}::bigint[]
      FROM routed ORDER BY id`.execute(tx);
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
