import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** Settled orders whose day has come, oldest day first; those frozen, with a refund under way or set aside stay where they are. */
export async function dueForRelease(db: Kysely<Tables>, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ order_id: bigint }>`
    SELECT d.order_id FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
    WHERE d.settle_at <= business_now() AND d.set_aside_at IS NULL AND d.frozen_by IS NULL
      AND o.refund_status IS DISTINCT FROM 'preparing' AND o.refund_status IS DISTINCT FROM 'refunding'
    ORDER BY d.settle_at, d.order_id LIMIT ${most}`.execute(db);
  return rows.map((row) => row.order_id);
}

/** Releases these orders, all or none; answers how many were still due. */
export async function releaseOrders(db: Kysely<Tables>, orderIds: readonly bigint[]): Promise<number> {
  const { rows } = await sql<{ released: bigint }>`
    SELECT count(*) AS released FROM release_collections(${orderIds}::bigint[], NULL, NULL)`.execute(db);
  return Number(rows[0]?.released ?? 0n); // Not money: a count.
}

/** Whose money of these orders is released by now: their merchants. */
export async function releasedOwners(
  db: Kysely<Tables>,
  orderIds: readonly bigint[],
): Promise<{ customer_id: bigint; agent_id: bigint }[]> {
  const { rows } = await sql<{ customer_id: bigint; agent_id: bigint }>`
    SELECT DISTINCT o.customer_id, o.agent_id FROM collection_order o
    WHERE o.id = ANY (${orderIds}::bigint[]) AND NOT o.is_test
      AND NOT EXISTS (SELECT FROM settlement_due d WHERE d.order_id = o.id) ORDER BY 1`.execute(db);
  return rows;
}

/** Of these orders, those that another transaction holds, with the owners of the balances that are held. */
export async function heldOrders(
  db: Kysely<Tables>,
  orderIds: readonly bigint[],
): Promise<{ order_id: bigint; owners: bigint[] }[]> {
  const { rows } = await sql<{ order_id: bigint; owners: bigint[] }>`
    SELECT order_id, owners FROM held_collections(${orderIds}::bigint[])`.execute(db);
  return rows;
}

/** Whether anything that is due and free has waited for more than a day. */
export async function isReleaseOverdue(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ overdue: boolean }>`
    SELECT EXISTS (
      SELECT FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
      WHERE d.settle_at < business_now() - interval '1 day' AND d.set_aside_at IS NULL AND d.frozen_by IS NULL
        AND coalesce(o.refund_status, '') NOT IN ('preparing', 'refunding')
    ) OR EXISTS (
      SELECT FROM early_settlement e WHERE e.settle_at < business_now() - interval '1 day') AS overdue`.execute(
    db,
  );
  return rows[0]?.overdue === true;
}

/** Leaves one order's release for a person, with an alarm. */
export async function setReleaseAside(db: Kysely<Tables>, orderId: bigint, reason: string): Promise<void> {
  await sql`SELECT set_release_aside(${orderId}, ${reason})`.execute(db);
}

/** Releases what is left of early money whose day has come; answers how many rows of the pool. */
export async function releaseEarly(db: Kysely<Tables>, most: number): Promise<number> {
  const { rows } = await sql<{ released: number }>`SELECT release_early(${most}) AS released`.execute(db);
  return rows[0]?.released ?? 0;
}
