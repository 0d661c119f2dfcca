import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** What came in to an account whose senders have names, as somebody told it. */
export interface Told {
  readonly ref: string;
  readonly destination: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly payerName: string | null;
  readonly payerLast5: string | null;
  readonly memo: string | null;
}

/**
 * Keeps what an account (no file) or a file told and answers by which number each is booked, which another may have told it by
 * before. Idempotent by the account and the number under which it is told.
 */
export async function tellTransfers(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  fileId: bigint | null,
  told: readonly Told[],
): Promise<ReadonlyMap<string, string>> {
  if (told.length === 0) return new Map();
  const { rows } = await sql<{ said_ref: string; booked_ref: string }>`
    SELECT said_ref, booked_ref FROM tell_transfers(${channelAccountId}, ${fileId === null ? 'feed' : 'file'}, ${fileId}::bigint,
      ${told.map(({ ref }) => ref)}::text[], ${told.map(({ destination }) => destination)}::text[],
      ${told.map(({ at }) => at)}::timestamptz[], ${told.map(({ amount }) => amount)}::bigint[],
      ${told.map(({ payerName }) => payerName)}::text[], ${told.map(({ payerLast5 }) => payerLast5)}::text[],
      ${told.map(({ memo }) => memo)}::text[])`.execute(db);
  return new Map(rows.map(({ booked_ref: ref, said_ref: said }) => [said, ref]));
}

/** The fingerprint of all that was told by a file, for the log. */
export async function printTold(tx: Tx, fileId: bigint): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    SELECT encode(sha256(coalesce(string_agg(told_print(t), '' ORDER BY t.id), '')), 'hex') AS print
    FROM told_transfer t WHERE t.file_id = ${fileId}`.execute(tx);
  return rows[0]?.print ?? '';
}

/** It is booked: nobody looks for its order any more. */
export async function closeTold(db: Kysely<Tables>, id: bigint): Promise<void> {
  await sql`UPDATE told_transfer SET is_open = false WHERE id = ${id}`.execute(db);
}

/** Keeps a file that somebody looked at; the same file again is the one that it was. Drafts of long ago go. */
export async function keepFile(
  tx: Tx,
  file: {
    readonly channelAccountId: bigint;
    readonly hash: Buffer;
    readonly name: string;
    readonly lines: string;
    readonly madeBy: bigint;
    readonly draftDays: number;
  },
): Promise<bigint> {
  await sql`
    DELETE FROM transfer_file f WHERE f.channel_account_id = ${file.channelAccountId} AND f.taken_at IS NULL
      AND f.made_at < business_now() - ${file.draftDays} * interval '1 day' AND f.hash <> ${file.hash}`.execute(
    tx,
  );
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO transfer_file AS f (channel_account_id, hash, file_name, lines, made_by, made_at)
    VALUES (${file.channelAccountId}, ${file.hash}, ${file.name}, ${file.lines}::jsonb, ${file.madeBy}, business_now())
    ON CONFLICT ON CONSTRAINT transfer_file_once DO UPDATE
      SET lines = CASE WHEN f.taken_at IS NULL THEN EXCLUDED.lines ELSE f.lines END
    RETURNING f.id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The file was not kept');
  return id;
}

/** False where it was taken before. */
export async function noteTaken(tx: Tx, fileId: bigint): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE transfer_file SET taken_at = business_now() WHERE id = ${fileId} AND taken_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}
