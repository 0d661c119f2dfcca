import { slipsKeptUnused } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Picture } from '../../../platform/images/picture.ts';
import { inOrderScope } from '../../orders/index.ts';

/** Keeps a slip. Of those that nothing names the uploader's newest are kept, so that nobody fills the disk with them. */
export async function saveSlip(tx: Tx, hash: string, picture: Picture, uploadedBy: bigint): Promise<void> {
  await sql`
    INSERT INTO payout_slip (hash, mime, bytes, uploaded_by, uploaded_at)
    VALUES (${hash}, ${picture.mime}, ${picture.bytes}, ${uploadedBy}, business_now())
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

/** A slip: any for the platform, which decides with it; for others that of a payout in their tree. */
export async function findSlip(db: Kysely<Tables>, scope: Scope, hash: string): Promise<SlipRow | undefined> {
  const { rows } = await sql<SlipRow>`
    SELECT s.mime, s.bytes FROM payout_slip s
    WHERE s.hash = ${hash} AND (${scope.kind === 'platform'} OR EXISTS (
      SELECT FROM payout_by_hand h JOIN payout_order o ON o.id = h.order_id
      WHERE h.slip = s.hash AND ${inOrderScope(scope)}))`.execute(db);
  return rows[0];
}
