import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import type { ResolveAct } from '@suanpan/domain/reconciliation';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import { doorRefusal } from '../../platform/door-refusal.ts';
import type { ApprovalBy } from '../approvals/index.ts';
import type { StatementLine } from './read/read-line.ts';

/**
 * The day, made where there is none; nobody else imports into it until the transaction ends. Refuses `dayClosed`. It can be closed
 * while the file is read, so whoever has read it locks it (`lockDay`).
 */
export async function beginImport(tx: Tx, accountId: bigint, day: string): Promise<bigint> {
  // Two files of one day that have lines in common would wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`statement of ${day}`}, ${accountId}))`.execute(
    tx,
  );
  await sql`
    INSERT INTO reconciliation_day (channel_account_id, day) VALUES (${accountId}, ${day}::date)
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<DayRow>`${dayOf(accountId, day)}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The day was not kept');
  if (row.closed) throw new Refusal('dayClosed');
  return row.id;
}

/** The day under the locks of its account and its own, in the order of `reconcile_day`; undefined where nothing was ever brought. Refuses `dayClosed`. */
export async function lockDay(tx: Tx, accountId: bigint, day: string): Promise<bigint | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('reconciliation', ${accountId}))`.execute(tx);
  const { rows } = await sql<DayRow>`${dayOf(accountId, day)} FOR NO KEY UPDATE`.execute(tx);
  if (rows[0]?.closed === true) throw new Refusal('dayClosed');
  return rows[0]?.id;
}

interface DayRow {
  readonly id: bigint;
  readonly closed: boolean;
}
const dayOf = (accountId: bigint, day: string) => sql`
  SELECT id, closed_at IS NOT NULL AS closed FROM reconciliation_day
  WHERE channel_account_id = ${accountId} AND day = ${day}::date`;

/** Keeps the file; undefined where it is there already. */
export async function insertImport(
  tx: Tx,
  {
    dayId,
    fileName,
    hash,
    madeBy,
  }: { readonly dayId: bigint; readonly hash: Buffer; readonly fileName: string; readonly madeBy: bigint },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO reconciliation_import (day_id, hash, file_name, lines, known, made_by, made_at)
    VALUES (${dayId}, ${hash}, ${fileName}, 0, 0, ${madeBy}, business_now())
    ON CONFLICT (day_id, hash) DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

/** Counts what it brought, and answers the fingerprint of its bytes and of every line that it was the first to say. */
export async function countImport(
  tx: Tx,
  importId: bigint,
  { known, lines }: { readonly lines: number; readonly known: number },
): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    UPDATE reconciliation_import i SET lines = ${lines}, known = ${known} WHERE id = ${importId}
    RETURNING encode(sha256(i.hash || coalesce((
      SELECT string_agg(statement_line_print(l), '' ORDER BY l.n) FROM reconciliation_line l
      WHERE l.day_id = i.day_id AND l.import_id = i.id), '')), 'hex') AS print`.execute(tx);
  const print = rows[0]?.print;
  if (print === undefined) throw new Error(`Import ${importId} is gone`);
  return print;
}

/** Keeps lines that no file of the day said before; answers how many those are. */
export async function insertLines(
  tx: Tx,
  { dayId, importId }: { readonly dayId: bigint; readonly importId: bigint },
  lines: readonly StatementLine[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO reconciliation_line (day_id, import_id, n, mark, kind, ref, own_no, amount, fee, status, at)
    SELECT ${dayId}, ${importId}, l.* FROM unnest(
      ${lines.map(({ n }) => n)}::int[], ${lines.map(({ mark }) => mark)}::bytea[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ ref }) => ref)}::text[], ${lines.map(({ ownNo }) => ownNo)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ fee }) => fee)}::bigint[],
      ${lines.map(({ status }) => status)}::text[], ${lines.map(({ at }) => at)}::timestamptz[]) AS l
    ON CONFLICT (day_id, mark) DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0n); // Not money: lines that were new.
}

/** Holds the day against the books; see `reconcile_day`. Answers how many differences are open. */
export async function reconcileDay(tx: Tx, dayId: bigint): Promise<number> {
  await sql`SELECT reconcile_day(${dayId})`.execute(tx);
  const { rows } = await sql<{
    open: number;
  }>`SELECT open FROM reconciliation_day WHERE id = ${dayId}`.execute(tx);
  return rows[0]?.open ?? 0;
}

/** Closes the day; false where it is not open, or something of it is. */
export async function closeDay(tx: Tx, dayId: bigint, personId: bigint): Promise<boolean> {
  const { rows } = await sql`
    UPDATE reconciliation_day SET closed_at = business_now(), closed_by = ${personId}
    WHERE id = ${dayId} AND closed_at IS NULL AND open = 0 RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Titles as they were read at this version; undefined where somebody set others. The first are set at version 0. */
export async function saveMapping(
  tx: Tx,
  mapping: {
    readonly providerId: bigint;
    readonly titles: Readonly<Record<string, string | undefined>>;
    readonly version: number;
    readonly setBy: bigint;
  },
): Promise<number | undefined> {
  const titles = JSON.stringify(mapping.titles);
  const { rows } = await sql<{ version: number }>`
    INSERT INTO reconciliation_mapping AS m (provider_id, titles, version, set_by, set_at)
    VALUES (${mapping.providerId}, ${titles}::jsonb, 1, ${mapping.setBy}, business_now())
    ON CONFLICT (provider_id) DO UPDATE SET titles = EXCLUDED.titles, version = m.version + 1, set_by = EXCLUDED.set_by,
      set_at = EXCLUDED.set_at WHERE m.version = ${mapping.version}
    RETURNING version`.execute(tx);
  return rows[0]?.version;
}

/** Nobody else ends it until the transaction does. Its day stands before it, as wherever both are locked. */
export async function lockDifference(tx: Tx, id: bigint): Promise<boolean> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('reconciliation', d.channel_account_id))
    FROM reconciliation_difference k JOIN reconciliation_day d ON d.id = k.day_id WHERE k.id = ${id}`.execute(
    tx,
  );
  const { rows } = await sql`
    SELECT k.id FROM reconciliation_difference k WHERE k.id = ${id} AND k.act IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function endDifference(
  tx: Tx,
  id: bigint,
  act: Exclude<ResolveAct, 'writeOff'>,
  { makerId, reason }: Pick<ApprovalBy, 'makerId' | 'reason'>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE reconciliation_difference SET act = ${act}, reason = ${reason}, resolved_at = business_now(), resolved_by = ${makerId}
    WHERE id = ${id} AND act IS NULL`.execute(tx);
  if (numAffectedRows !== 1n) throw new Refusal('staleEdit');
}

const refusals: Readonly<Record<string, ErrorName>> = { LG403: 'forbidden', LG404: 'staleEdit' };

/** Takes it upon the platform through the door; answers the journal. */
export async function writeOffDifference(
  tx: Tx,
  { id, ours, theirs }: { readonly id: bigint; readonly ours: bigint; readonly theirs: bigint },
  by: ApprovalBy,
): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal: bigint }>`
      SELECT write_off_difference(${id}, ${ours}::bigint, ${theirs}::bigint, ${by.makerId}, ${by.approvalId}, ${by.reason},
        ${by.requestId}) AS journal`.execute(tx);
    const journal = rows[0]?.journal;
    if (journal === undefined) throw new Error('The write-off was not stored');
    return journal;
  } catch (error) {
    throw doorRefusal(error, refusals);
  }
}

export async function assign(tx: Tx, id: bigint, personId: bigint | null): Promise<void> {
  await sql`UPDATE reconciliation_difference SET assignee_id = ${personId} WHERE id = ${id} AND act IS NULL`.execute(
    tx,
  );
}

export async function insertComment(tx: Tx, id: bigint, personId: bigint, body: string): Promise<void> {
  await sql`
    INSERT INTO reconciliation_comment (difference_id, made_by, made_at, body)
    VALUES (${id}, ${personId}, business_now(), ${body})`.execute(tx);
}
