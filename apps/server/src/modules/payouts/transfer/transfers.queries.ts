import type { TransferRefusal } from '@suanpan/domain/payout-networks';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isNamedTo } from '../../../platform/db/in-tree.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** The transaction that the chain is asked about for a payout, or by which it was paid. */
export async function askedTransfer(db: Kysely<Tables>, orderId: bigint): Promise<string | undefined> {
  const row = await db
    .selectFrom('payout_transfer')
    .select('tx_hash')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return row?.tx_hash;
}

export interface NamedTransferRow {
  readonly tx_hash: string;
  readonly state: 'asked' | 'refused' | 'replaced' | 'paid';
  readonly refusal: TransferRefusal | null;
  /** Null for those below whoever named it. */
  readonly named_by: string | null;
  readonly named_at: Date;
}

/** Every transaction that was named for a payout, the last first. */
export async function transfersOf(
  db: Kysely<Tables>,
  scope: Scope,
  orderId: bigint,
): Promise<NamedTransferRow[]> {
  const { rows } = await sql<NamedTransferRow>`
    SELECT t.tx_hash, t.refusal, u.name AS named_by, t.named_at,
           CASE WHEN t.state = 'asked' AND p.order_id IS NOT NULL THEN 'paid' ELSE t.state END AS state
    FROM payout_transfer t JOIN payout_order o ON o.id = t.order_id
    LEFT JOIN app_user u ON u.id = t.named_by AND ${isNamedTo(scope, 'u')}
    LEFT JOIN paid_proof p ON p.channel_account_id = o.channel_account_id AND p.provider_ref = t.tx_hash
      AND p.kind = 'payout' AND p.order_id = t.order_id
    WHERE t.order_id = ${orderId} ORDER BY t.named_at DESC, t.tx_hash`.execute(db);
  return rows;
}

/** By name, who has a payout in hand to send it; null where nobody has, and for those below him. */
export async function holderOf(db: Kysely<Tables>, scope: Scope, orderId: bigint): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT u.name FROM payout_in_hand h JOIN app_user u ON u.id = h.user_id AND ${isNamedTo(scope, 'u')}
    WHERE h.order_id = ${orderId}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether somebody else has a payout in hand who is there, so that he alone may say what he did with it. */
export async function isInOthersHand(db: Kysely<Tables>, orderId: bigint, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('payout_in_hand as h')
    .innerJoin('app_user as u', 'u.id', 'h.user_id')
    .select('h.user_id')
    .where('h.order_id', '=', orderId)
    .where('h.user_id', '<>', userId)
    .where('u.status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the chain is to be asked if a payout was never sent. */
export async function isSaidUnsent(db: Kysely<Tables>, orderId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('payout_unsent')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return row !== undefined;
}

/** When a payout was first handed over: whatever was sent of it is later. */
export async function firstSentAt(db: Kysely<Tables>, orderId: bigint): Promise<Date | null> {
  const row = await db
    .selectFrom('payout_attempt')
    .select(({ fn }) => fn.min('sent_at').as('at'))
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Of these transactions those that paid no order of ours, in their order. */
export async function paidNothing(db: Kysely<Tables>, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    SELECT h.hash FROM unnest(${hashes}::text[]) WITH ORDINALITY AS h (hash, n)
    WHERE NOT EXISTS (
      SELECT FROM paid_proof p
      WHERE reference_key(p.provider_ref) = h.hash AND length(p.provider_ref) >= 64
        AND reference_key(p.provider_ref) ~ '^[0-9a-f]{64}$')
    ORDER BY h.n`.execute(db);
  return rows.map(({ hash }) => hash);
}
