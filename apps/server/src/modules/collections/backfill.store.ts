import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Allocation } from './collections.store.ts';
import type { Route } from './choose-route.ts';

export interface ChainRow {
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
}

/** The chain that new orders of a merchant get. */
export async function chainOf(db: Kysely<Tables>, customerId: bigint): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    SELECT id AS customer_id, agent_id, sub_agent_id, middleman_id FROM app_user
    WHERE id = ${customerId} AND kind = 'customer'`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`There is no merchant ${customerId}`);
  return row;
}

export interface OrderAllocation extends Allocation {
  readonly orderId: bigint;
}

/** As saveAllocation, for a whole batch of orders that had no plan before. */
export async function saveAllocations(tx: Tx, allocations: readonly OrderAllocation[]): Promise<void> {
  if (allocations.length === 0) return;
  const rows = allocations.map(({ feeSnapshot, ...allocation }) => ({
    order_id: String(allocation.orderId),
    channel_id: String(allocation.channelId),
    channel_account_id: String(allocation.channelAccountId),
    method: allocation.method,
    real_name: allocation.realName,
    route: allocation.route,
    fee_snapshot: feeSnapshot,
    merchant_fee: feeSnapshot.merchantFee,
    endpoint_fee: feeSnapshot.endpointFee,
    credited: feeSnapshot.credited,
    claws_back: feeSnapshot.clawsBack,
    leg_accounts: allocation.legAccounts.map(String),
    leg_accounts_immediate: allocation.legAccountsImmediate.map(String),
    leg_amounts: allocation.legAmounts.map(String),
  }));
  await sql`
    WITH a AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a (
        order_id bigint, channel_id bigint, channel_account_id bigint, method text, real_name text, route jsonb,
        fee_snapshot jsonb, merchant_fee bigint, endpoint_fee bigint, credited bigint, claws_back boolean,
        leg_accounts bigint[], leg_accounts_immediate bigint[], leg_amounts bigint[])
    ), plans AS (
      INSERT INTO collection_plan (order_id, route, fee_snapshot, merchant_fee, endpoint_fee, credited, claws_back,
        leg_accounts, leg_accounts_immediate, leg_amounts)
      SELECT a.order_id, a.route, a.fee_snapshot, a.merchant_fee, a.endpoint_fee, a.credited, a.claws_back,
             a.leg_accounts, a.leg_accounts_immediate, a.leg_amounts FROM a
    )
    UPDATE collection_order o SET
      channel_id = a.channel_id, channel_account_id = a.channel_account_id, method = a.method, real_name = a.real_name
    FROM a WHERE o.id = a.order_id`.execute(tx);
}

/** Why orders found no channel, kept with them. */
export async function saveRefusedRoutes(
  tx: Tx,
  refused: readonly { readonly orderId: bigint; readonly route: Route }[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    INSERT INTO collection_plan (order_id, route)
    SELECT * FROM unnest(${refused.map((r) => r.orderId)}::bigint[],
      ${refused.map((r) => JSON.stringify(r.route))}::jsonb[])`.execute(tx);
}
