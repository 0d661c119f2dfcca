import type { PayoutNews } from '@suanpan/domain/payout-news';
import type { CallbackState } from '@suanpan/domain/states/callback';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inScope } from './search.queries.ts';

/** Takes the row locks of payouts in ascending id, before their callback status changes. */
export async function lockPayouts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    SELECT id FROM payout_order WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

export interface LockedNews {
  /** As the payout stands under its lock. */
  readonly news: PayoutNews;
  /** By the business clock. */
  readonly now: Date;
}

/** A payout under its row lock, if it lies in the caller's tree. */
export async function lockInScope(tx: Tx, scope: Scope, id: bigint): Promise<LockedNews | undefined> {
  const { rows } = await sql<LockedNews>`
    SELECT payout_news(o) AS news, business_now() AS now
    FROM payout_order o WHERE o.id = ${id} AND ${inScope(scope)}
    FOR NO KEY UPDATE OF o`.execute(tx);
  return rows[0];
}

export interface PayoutTold {
  readonly orderId: bigint;
  readonly status: CallbackState;
}

/** Keeps how far the merchants of payouts were told. The caller holds the locks where one was told before. */
export async function markTold(tx: Tx, told: readonly PayoutTold[]): Promise<void> {
  if (told.length === 0) return;
  await sql`
    UPDATE payout_order o SET callback_status = t.status
    FROM unnest(${told.map(({ orderId }) => orderId)}::bigint[], ${told.map(({ status }) => status)}::text[]) AS t (id, status)
    WHERE o.id = t.id AND o.callback_status <> t.status`.execute(tx);
}
