import { sql } from 'kysely';
import { Refusal } from '@suanpan/domain/errors';
import { previousKeyHours } from '@suanpan/domain/limits';
import type { Tx } from '../../../platform/db/transact.ts';
import type { KeyBounds } from './payout-rule.ts';

/** More keys in force than anybody needs are only more to lose. */
const mostKeys = 10;

/** Locks the merchant, so that two new keys at once are counted as two. Refuses `keyLimitReached`. */
export async function refuseTooManyKeys(tx: Tx, customerId: bigint): Promise<void> {
  await sql`SELECT FROM app_user WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM api_key WHERE customer_id = ${customerId} AND disabled_at IS NULL`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= mostKeys) {
    throw new Refusal('keyLimitReached', { params: { max: String(mostKeys) } });
  }
}

export async function insertOwnKey(
  tx: Tx,
  key: {
    readonly customerId: bigint;
    readonly key: string;
    readonly secretSealed: string;
    readonly isTest: boolean;
    readonly scopes: readonly string[];
  } & KeyBounds,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO api_key (customer_id, key, secret_sealed, is_test, scopes, ip_allowlist, daily_payout_minor,
                         created_at)
    VALUES (${key.customerId}, ${key.key}, ${key.secretSealed}, ${key.isTest}, ${[...key.scopes]}::text[],
            ${[...key.ipAllowlist]}::text[], ${key.dailyPayoutMinor}, business_now())
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The key was not stored');
  return id;
}

export interface LockedKey {
  readonly key: string;
  readonly is_test: boolean;
  readonly scopes: string[];
  readonly ip_allowlist: string[];
  readonly daily_payout_minor: bigint | null;
}

/** A key in force of this merchant, locked; undefined for a foreign, an absent and a revoked one alike. */
export async function lockOwnKey(tx: Tx, customerId: bigint, id: bigint): Promise<LockedKey | undefined> {
  const { rows } = await sql<LockedKey>`
    SELECT key, is_test, scopes, ip_allowlist, daily_payout_minor FROM api_key
    WHERE id = ${id} AND customer_id = ${customerId} AND disabled_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0];
}

/** The secret so far stays good for a day of wall time; the one before it ends. */
export async function replaceKeySecret(tx: Tx, id: bigint, sealed: string): Promise<Date> {
  const { rows } = await sql<{ previous_until: Date }>`
    UPDATE api_key SET previous_secret_sealed = secret_sealed, secret_sealed = ${sealed},
      previous_until = now() + ${previousKeyHours} * interval '1 hour'
    WHERE id = ${id} RETURNING previous_until`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The key was not there');
  return row.previous_until;
}

/** A revoked key keeps no secret that could be opened again. */
export async function disableKey(tx: Tx, id: bigint): Promise<void> {
  await sql`
    UPDATE api_key SET disabled_at = now(), previous_secret_sealed = NULL, previous_until = NULL
    WHERE id = ${id}`.execute(tx);
}

export async function saveKeyBounds(
  tx: Tx,
  id: bigint,
  { ipAllowlist, dailyPayoutMinor }: KeyBounds,
): Promise<void> {
  await sql`
    UPDATE api_key SET ip_allowlist = ${[...ipAllowlist]}::text[], daily_payout_minor = ${dailyPayoutMinor}
    WHERE id = ${id}`.execute(tx);
}
