import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
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
