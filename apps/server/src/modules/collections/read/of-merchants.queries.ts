import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope } from '../../orders/index.ts';

/** When each of these merchants last had an order made that the reader may see; without one he is left out. */
export async function lastOrdersOf(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Date>> {
  const { rows } = await sql<{ id: bigint; at: Date }>`
    SELECT w.id, last.created_at AS at FROM unnest(${ids}::bigint[]) AS w (id)
    CROSS JOIN LATERAL (
      SELECT o.created_at FROM whole.collection_order o
      WHERE o.customer_id = w.id AND NOT o.is_test AND ${inOrderScope(scope)}
      ORDER BY o.created_at DESC, o.id DESC LIMIT 1) last`.execute(db);
  return new Map(rows.map(({ at, id }) => [id, at]));
}

/** Whose these orders are, as far as the reader may see them. */
export async function merchantsOf(
  db: Kysely<Tables>,
  scope: Scope,
  orderIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT DISTINCT o.customer_id AS id FROM whole.collection_order o
    WHERE o.id = ANY (${orderIds}::bigint[]) AND NOT o.is_test AND ${inOrderScope(scope)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
