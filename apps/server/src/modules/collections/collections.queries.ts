import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { foundOrRecalled } from '../archive/index.ts';

/** Holidays of a bit more than the longest settle rule can reach, as `yyyy-mm-dd`. */
export async function holidaysFrom(db: Kysely<Tables>, day: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string }>`
    SELECT day FROM holiday WHERE day >= ${day}::date AND day < ${day}::date + 120`.execute(db);
  return new Set(rows.map((row) => row.day));
}

/** The order, for whoever goes on to act on it: brought back where it is archived. */
export async function findOrder(db: Kysely<Tables>, id: bigint) {
  return foundOrRecalled(db, 'collection', id, () =>
    db.selectFrom('collection_order').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}
/** The same, and the moment at which it is looked at. */
export async function findOrderNow(db: Kysely<Tables>, id: bigint) {
  return foundOrRecalled(db, 'collection', id, () =>
    db
      .selectFrom('collection_order')
      .selectAll()
      .select(sql<Date>`business_now()`.as('looked_at'))
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Unpaid orders whose time is over, oldest first, from a point that was clean before. */
export async function overdueOrders(
  db: Kysely<Tables>,
  since: Date,
  limit: number,
): Promise<{ id: bigint; expires_at: Date; channel_account_id: bigint | null }[]> {
  const { rows } = await sql<{ id: bigint; expires_at: Date; channel_account_id: bigint | null }>`
    SELECT o.id, o.expires_at, o.channel_account_id
    FROM collection_order o
    WHERE o.expires_at > ${since} AND o.expires_at <= business_now() AND o.status = 'pending'
      AND NOT EXISTS (SELECT FROM collection_check c WHERE c.order_id = o.id)
    ORDER BY o.expires_at, o.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Checks whose time has come; wall time, as a provider's patience is. */
export async function dueChecks(db: Kysely<Tables>, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ order_id: bigint }>`
    SELECT order_id FROM collection_check WHERE next_at <= now() ORDER BY next_at LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.order_id);
}

export interface ChainSettings {
  readonly agent_system_fee_mode: 'realtime' | 'periodic';
  readonly payout_from_unsettled: boolean;
}

/**
 * What of the merchant's and the order's senior agent's settings shapes the legs of an order. What will be exchanged pays nobody
 * before that.
 */
export async function chainSettings(
  db: Kysely<Tables>,
  customerId: bigint,
  agentId: bigint,
  isExchanged: boolean,
): Promise<ChainSettings> {
  const { rows } = await sql<ChainSettings>`
    SELECT a.system_fee_mode AS agent_system_fee_mode, c.payout_from_unsettled AND NOT ${isExchanged}::boolean AS payout_from_unsettled
    FROM app_user c, app_user a WHERE c.id = ${customerId} AND a.id = ${agentId}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`Merchant ${customerId} or senior agent ${agentId} is not there`);
  return row;
}

/** How payers of a channel pay. */
export async function methodTypeOf(db: Kysely<Tables>, channelId: bigint): Promise<string> {
  const row = await db
    .selectFrom('channel')
    .select('method_type')
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  return row.method_type;
}
