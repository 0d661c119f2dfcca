import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** The merchant's own server said yes; false where the payout is not being verified any more. */
export async function markVerified(db: Kysely<Tables>, orderId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`SELECT payout_verified(${orderId}, NULL) AS done`.execute(db);
  return rows[0]?.done === true;
}
