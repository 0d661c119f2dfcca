import { slipsKeptUnused } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Slip } from './read-slip.ts';

/** Keeps a slip. Of those that nothing names the uploader's newest are kept, so that nobody fills the disk with them. */
export async function saveSlip(tx: Tx, hash: string, slip: Slip, uploadedBy: bigint): Promise<void> {
  await sql`
    INSERT INTO payout_slip (hash, mime, bytes, uploaded_by, uploaded_at)
    VALUES (${hash}, ${slip.mime}, ${slip.bytes}, ${uploadedBy}, business_now())
    ON CONFLICT (hash) DO NOTHING`.execute(tx);
  await sql`
    DELETE FROM payout_slip s
    WHERE s.uploaded_by = ${uploadedBy} AND NOT s.is_named AND s.hash NOT IN (
        SELECT hash FROM payout_slip WHERE uploaded_by = ${uploadedBy} AND NOT is_named
        ORDER BY uploaded_at DESC, hash LIMIT ${slipsKeptUnused})`.execute(tx);
}

/** Holds on to a slip for what is submitted with it; false where there is none. */
export async function nameSlip(tx: Tx, hash: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE payout_slip SET is_named = true WHERE hash = ${hash} RETURNING hash`.execute(tx);
  return rows.length > 0;
}

export interface SlipRow {
  readonly mime: string;
  readonly bytes: Buffer;
}

/** A slip that `isShown` says of the row `s` that the reader may see. */
export async function findSlip(
  db: Kysely<Tables>,
  hash: string,
  isShown: RawBuilder<unknown>,
): Promise<SlipRow | undefined> {
  const { rows } = await sql<SlipRow>`
    SELECT s.mime, s.bytes FROM payout_slip s WHERE s.hash = ${hash} AND (${isShown})`.execute(db);
  return rows[0];
}
