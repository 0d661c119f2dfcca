import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { sql } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { kindsIn } from './told-orders.ts';
import type { OrderKind } from './order-news.ts';
import type { OrderBook } from './told-orders.ts';

/** Whether a later event of the order of `c` was acknowledged. */
export const isOutdated = sql<boolean>`EXISTS (
  SELECT FROM callback n WHERE n.order_kind = c.order_kind AND n.order_id = c.order_id AND n.id > c.id
    AND n.status = 'success')`;

export interface LockedCallback {
  readonly id: bigint;
  readonly event_id: string;
  readonly order_kind: OrderKind;
  readonly order_id: bigint;
  readonly status: 'not_sent' | 'sending' | 'success' | 'failed';
  readonly type: string;
  readonly api_version: ApiVersion;
  readonly result: string | null;
  /** A later event of the order was acknowledged: its merchant knows a newer state. */
  readonly outdated: boolean;
}

/** The newest event of an order, under its row lock. */
export async function lockNewestCallback(
  tx: Tx,
  kind: OrderKind,
  orderId: bigint,
): Promise<LockedCallback | undefined> {
  const { rows } = await sql<LockedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.status, c.type, c.api_version, c.result, false AS outdated
    FROM callback c WHERE c.order_kind = ${kind} AND c.order_id = ${orderId}
    ORDER BY c.id DESC LIMIT 1 FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** One event of a merchant by its public id, under the locks of its order and then its own. */
export async function lockCallbackOf(
  tx: Tx,
  orders: OrderBook,
  customerId: bigint,
  eventId: string,
): Promise<LockedCallback | undefined> {
  const event = await tx
    .withSchema('whole')
    .selectFrom('callback')
    .select(['order_id', 'order_kind'])
    .where('event_id', '=', eventId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const own = kindsIn(orders).find(({ kind }) => kind === event.order_kind);
  await own?.lock(tx, [event.order_id]);
  const { rows } = await sql<LockedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.status, c.type, c.api_version, c.result,
           ${isOutdated} AS outdated
    FROM callback c WHERE c.event_id = ${eventId} AND c.customer_id = ${customerId}
    FOR NO KEY UPDATE OF c`.execute(tx);
  return rows[0];
}

/**
 * Events of a tree by their row, under the locks of their orders and then their own, in ascending id; those that are
 * absent or lie elsewhere are left out.
 */
export async function lockCallbacks(
  tx: Tx,
  orders: OrderBook,
  scope: Scope,
  ids: readonly bigint[],
): Promise<LockedCallback[]> {
  const inScope = inTree(scope, { agent: 'c.agent_id', customer: 'c.customer_id' });
  const { rows: found } = await sql<Pick<LockedCallback, 'id' | 'order_kind' | 'order_id'>>`
    SELECT c.id, c.order_kind, c.order_id FROM whole.callback c
    WHERE c.id = ANY (${ids}::bigint[]) AND ${inScope}`.execute(tx);
  for (const { kind, lock } of kindsIn(orders)) {
    const own = found.filter(({ order_kind: of }) => of === kind).map(({ order_id: id }) => id);
    if (own.length > 0) await lock(tx, own);
  }
  const { rows } = await sql<LockedCallback>`
    SELECT c.id, c.event_id, c.order_kind, c.order_id, c.status, c.type, c.api_version, c.result,
           ${isOutdated} AS outdated
    FROM callback c WHERE c.id = ANY (${found.map(({ id }) => id)}::bigint[])
    ORDER BY c.id FOR NO KEY UPDATE OF c`.execute(tx);
  return rows;
}

/** Makes events due now, as a person's wish; the caller has locked them and found them resendable. */
export async function makeDue(tx: Tx, callbackIds: readonly bigint[]): Promise<void> {
  if (callbackIds.length === 0) return;
  await tx
    .updateTable('callback')
    .set({ asked: true, next_at: sql`now()`, result: null })
    .where('id', 'in', callbackIds)
    .execute();
}
