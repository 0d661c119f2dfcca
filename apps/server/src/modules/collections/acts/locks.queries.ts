import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope, orderLocks } from '../../orders/index.ts';

/** Collections that somebody has to himself. */
export const collectionLocks = orderLocks('collection');

export interface LockedOrder {
  readonly order_id: bigint;
  readonly order_no: string;
  readonly user_id: bigint;
  readonly username: string;
  readonly until: Date;
}

/** What is locked now in the caller's tree, the longest first; all of them, because nobody has more than a few. */
export async function listLocked(db: Kysely<Tables>, scope: Scope): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrder>`
    SELECT l.order_id, o.order_no, l.user_id, u.username, l.until
    FROM collection_lock l
    JOIN collection_order o ON o.id = l.order_id
    JOIN app_user u ON u.id = l.user_id
    WHERE l.until > now() AND ${inOrderScope(scope)}
    ORDER BY l.until LIMIT 200`.execute(db);
  return rows;
}

/** Frees orders of the caller's tree, named by id or by number, whoever keeps them; answers those that somebody had. */
export async function freeLocked(tx: Tx, scope: Scope, named: readonly string[]): Promise<bigint[]> {
  const wanted = new Set(named);
  const own = (await listLocked(tx, scope)).filter(
    ({ order_id: id, order_no: no }) => wanted.has(String(id)) || wanted.has(no),
  );
  return collectionLocks.takeFromAll(
    tx,
    own.map(({ order_id: id }) => id),
  );
}
