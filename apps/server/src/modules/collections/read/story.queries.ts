import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Route } from '../../channels/index.ts';
import type { FeeSnapshot } from '../create/fee-snapshot.ts';

export interface PlanRow {
  readonly route: Route;
  readonly fee_snapshot: FeeSnapshot | null;
  /** When it was made: with the attempt that goes by it, or with the order. */
  readonly at: Date;
}

/** How the order goes, or undefined while nobody looked for a channel. */
export async function planOf(db: Kysely<Tables>, orderId: bigint): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    SELECT p.route, p.fee_snapshot, coalesce(
             (SELECT min(t.asked_at) FROM whole.collection_attempt t WHERE t.order_id = o.id AND t.channel_id = o.channel_id),
             o.created_at) AS at
    FROM whole.collection_plan p JOIN whole.collection_order o ON o.id = p.order_id WHERE p.order_id = ${orderId}`.execute(
    db,
  );
  return rows[0];
}

/** Why channels were taken or passed over for an order; undefined while nobody looked for one. */
export async function routeOf(db: Kysely<Tables>, orderId: bigint): Promise<Route | undefined> {
  return (await planOf(db, orderId))?.route;
}

/** When the order's settled money was released, or null. */
export async function releasedAt(db: Kysely<Tables>, orderId: bigint): Promise<Date | null> {
  const row = await db
    .selectFrom('journal')
    .select('posted_at')
    .where('event', '=', 'collection.release')
    .where('ref_id', '=', orderId)
    .executeTakeFirst();
  return row?.posted_at ?? null;
}
