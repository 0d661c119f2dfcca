import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isNamedTo } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Route } from '../route/choose-route.ts';
import type { FeeSnapshot } from '../create/fee-snapshot.ts';

export interface AuditRow {
  readonly at: Date;
  readonly act: string;
  readonly actor: string | null;
  readonly from_status: string | null;
  readonly to_status: string | null;
}

export interface PlanRow {
  readonly route: Route;
  readonly fee_snapshot: FeeSnapshot | null;
}

/** How the order goes, or undefined while nobody looked for a channel. */
export async function planOf(db: Kysely<Tables>, orderId: bigint): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    SELECT route, fee_snapshot FROM collection_plan WHERE order_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Why channels were taken or passed over for an order; undefined while nobody looked for one. */
export async function routeOf(db: Kysely<Tables>, orderId: bigint): Promise<Route | undefined> {
  return (await planOf(db, orderId))?.route;
}

/** Every change of one order, oldest first, with who made it, as far as the reader may know him. */
export async function auditOf(db: Kysely<Tables>, scope: Scope, orderId: bigint): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT l.at, l.act, u.username AS actor, l.from_status, l.to_status
    FROM audit_of('collection', ${String(orderId)}) l
    LEFT JOIN app_user u ON u.id = l.actor_id AND ${isNamedTo(scope, 'u')}
    ORDER BY l.id`.execute(db);
  return rows;
}

/** What was said to and by the provider about one order, oldest first. */
export async function exchangesOf(db: Kysely<Tables>, orderId: bigint) {
  return db
    .selectFrom('provider_log')
    .where('order_kind', '=', 'collection')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(200)
    .execute();
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
