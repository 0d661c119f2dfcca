import { coolDownHours } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { KeptPayee } from '../submit/submit-request.ts';

export interface PayeeOfMerchant {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly account_name: string;
  readonly bank_code: string;
  readonly branch: string | null;
  readonly card_sealed: string;
  readonly card_hash: string;
  readonly card_shown: string;
  readonly alias: string | null;
  readonly created_at: Date;
  readonly usable_from: Date;
}

export async function listPayees(db: Kysely<Tables>, customerId: bigint): Promise<PayeeOfMerchant[]> {
  return db
    .selectFrom('saved_payee')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute();
}

export async function findPayee(
  db: Kysely<Tables>,
  customerId: bigint,
  id: bigint,
): Promise<PayeeOfMerchant | undefined> {
  return db
    .selectFrom('saved_payee')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whose payee it is, whoever asks: the caller's tree is looked at with the merchant. */
export async function ownerOfPayee(db: Kysely<Tables>, id: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('saved_payee')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.customer_id;
}

/**
 * Keeps a payee, who rests from now on, and answers him with his fingerprint and the end of his rest for the log; undefined where the
 * merchant has this account already.
 */
export async function insertPayee(
  tx: Tx,
  customerId: bigint,
  payee: KeptPayee,
  by: { readonly userId: bigint; readonly alias: string | null },
): Promise<(PayeeOfMerchant & { readonly print: string; readonly rests_until: string }) | undefined> {
  const { rows } = await sql<PayeeOfMerchant & { print: string; rests_until: string }>`
    INSERT INTO saved_payee AS p (customer_id, account_name, bank_code, branch, card_sealed, card_hash, card_shown, alias,
      made_by, created_at, usable_from)
    VALUES (${customerId}, ${payee.accountName}, ${payee.bankCode}, ${payee.branch}, ${payee.cardSealed}, ${payee.cardHash},
      ${payee.cardShown}, ${by.alias}, ${by.userId}, business_now(),
      business_now() + ${coolDownHours} * interval '1 hour')
    ON CONFLICT (customer_id, card_hash) DO NOTHING
    RETURNING *, saved_payee_print(p) AS print, to_jsonb(p.usable_from) #>> '{}' AS rests_until`.execute(tx);
  return rows[0];
}

/** Forgets a payee; false where there is none any more. */
export async function deletePayee(tx: Tx, customerId: bigint, id: bigint): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_payee')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
