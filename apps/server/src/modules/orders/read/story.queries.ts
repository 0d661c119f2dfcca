import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { isNamedTo } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { recordsShownSince } from './request-records.ts';

export type OrderKind = 'collection' | 'payout';

export interface AuditRow {
  readonly at: Date;
  readonly act: string;
  readonly actor: string | null;
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly journal_id: bigint | null;
}

/** Every change of one order, oldest first, with who made it, as far as the reader may know him. */
export async function auditOf(
  db: Kysely<Tables>,
  scope: Scope,
  kind: OrderKind,
  orderId: bigint,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT l.at, l.act, u.username AS actor, l.from_status, l.to_status, l.journal_id
    FROM audit_of(${kind}, ${String(orderId)}) l
    LEFT JOIN app_user u ON u.id = l.actor_id AND ${isNamedTo(scope, 'u')}
    ORDER BY l.id`.execute(db);
  return rows;
}

/**
 * What was said to and by the provider about one order, oldest first. Of an order that `recordsShownSince` leaves out it is
 * told to nobody: `kept` is how many there are then.
 */
export async function exchangesOf(
  db: Kysely<Tables>,
  kind: OrderKind,
  order: { readonly id: bigint; readonly created_at: Date },
) {
  const ofOrder = db
    .withSchema('whole')
    .selectFrom('provider_log')
    .where('order_kind', '=', kind)
    .where('order_id', '=', order.id);
  if (order.created_at >= recordsShownSince(await businessNow(db))) {
    return { rows: await ofOrder.selectAll().orderBy('id').limit(200).execute(), kept: 0 };
  }
  const { count } = await ofOrder
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows: [], kept: countOf(count) };
}
export type Exchanges = Awaited<ReturnType<typeof exchangesOf>>;
