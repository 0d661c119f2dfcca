import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { hashToken, randomToken } from '../../../platform/crypto/tokens.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { BackupSchedule } from './backups.queries.ts';

const ticketS = 60;
const uniqueState = '23505';

/** Asks for one; refuses `backupInProgress` while another is made or tried. */
export async function askForBackup(tx: Tx, note: string, madeBy: bigint | null): Promise<bigint> {
  try {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO backup (state, note, made_by, asked_at) VALUES ('queued', ${note}, ${madeBy}, business_now())
      RETURNING id`.execute(tx);
    return rows[0]?.id ?? 0n;
  } catch (error) {
    throw errorCode(error) === uniqueState ? new Refusal('backupInProgress') : error;
  }
}

/** The schedule's own: only where its time has come today and none was asked for since; answers whether one was. */
export async function askBySchedule(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO backup (state, note, asked_at)
    SELECT 'queued', '', business_now() FROM backup_schedule s
    CROSS JOIN LATERAL (
      SELECT (business_day(business_now()) + s.at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours' AS due_at
    ) d
    WHERE s.at IS NOT NULL AND d.due_at <= business_now()
      AND NOT EXISTS (SELECT FROM backup b WHERE b.made_by IS NULL AND b.asked_at >= d.due_at)
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Asks to have one tried; refuses `notFound` where it has no file, and `backupInProgress` while another is tried. */
export async function askToVerify(tx: Tx, id: bigint): Promise<void> {
  try {
    const { rows } = await sql`
      UPDATE backup SET verify_state = 'queued', verified = NULL, verified_at = NULL
      WHERE id = ${id} AND state = 'completed' AND verify_state IS DISTINCT FROM 'queued'
        AND verify_state IS DISTINCT FROM 'running' RETURNING id`.execute(tx);
    if (rows.length === 0) throw new Refusal('notFound');
  } catch (error) {
    throw errorCode(error) === uniqueState ? new Refusal('backupInProgress') : error;
  }
}

export async function setSchedule(
  tx: Tx,
  { at, keep, version }: BackupSchedule,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    UPDATE backup_schedule SET at = ${at}::time, keep = ${keep}, version = version + 1
    WHERE version = ${version} RETURNING version`.execute(tx);
  return rows[0]?.version;
}

/** What a process that is gone left half done: whoever has the turn calls this first. */
export async function endInterrupted(db: Kysely<Tables>): Promise<void> {
  await sql`
    UPDATE backup SET state = 'failed', finished_at = business_now(), error = 'interrupted' WHERE state = 'running'`.execute(
    db,
  );
  await sql`UPDATE backup SET verify_state = 'queued' WHERE verify_state = 'running'`.execute(db);
}

export interface TakenBackup {
  readonly id: bigint;
  readonly file: string;
}

export async function takeToMake(db: Kysely<Tables>): Promise<TakenBackup | undefined> {
  const { rows } = await sql<TakenBackup>`
    UPDATE backup SET state = 'running', started_at = business_now(),
      file = 'suanpan-' || to_char(business_now() AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || '-' || id || '.backup'
    WHERE state = 'queued' RETURNING id, file`.execute(db);
  return rows[0];
}

export interface MadeBackup {
  readonly bytes: number;
  readonly sha256: string;
  readonly lsn: string;
}

export async function keepMade(db: Kysely<Tables>, id: bigint, made: MadeBackup): Promise<void> {
  await sql`
    UPDATE backup SET state = 'completed', finished_at = business_now(), bytes = ${made.bytes}, sha256 = ${made.sha256},
      lsn = ${made.lsn} WHERE id = ${id}`.execute(db);
}

export async function keepFailed(db: Kysely<Tables>, id: bigint, error: string): Promise<void> {
  await sql`
    UPDATE backup SET state = 'failed', finished_at = business_now(), error = ${error.slice(0, 500)}
    WHERE id = ${id}`.execute(db);
}

export async function takeToVerify(db: Kysely<Tables>): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    UPDATE backup SET verify_state = 'running' WHERE verify_state = 'queued' RETURNING id`.execute(db);
  return rows[0]?.id;
}

export interface Verdict {
  readonly proof_passed: boolean;
  readonly counts_equal: boolean;
  readonly rows: number;
  readonly ms: number;
}

export async function keepVerdict(
  db: Kysely<Tables>,
  id: bigint,
  verdict: Verdict | { readonly error: string },
): Promise<void> {
  const passed = 'proof_passed' in verdict && verdict.proof_passed && verdict.counts_equal;
  await sql`
    UPDATE backup SET verify_state = ${passed ? 'passed' : 'failed'}, verified_at = business_now(),
      verified = ${'error' in verdict ? null : JSON.stringify(verdict)}::jsonb,
      error = ${'error' in verdict ? verdict.error.slice(0, 500) : null} WHERE id = ${id}`.execute(db);
}

/**
 * Those of which more than `keep` newer ones are there; their files are the caller's to remove. The last one that was tried and
 * passed stays as long as nothing newer has: what comes after it may turn out to be none.
 */
export async function removeOld(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    UPDATE backup SET state = 'removed', verify_state = NULL WHERE id IN (
      SELECT id FROM backup WHERE state = 'completed' AND verify_state IS DISTINCT FROM 'running'
      ORDER BY id DESC OFFSET (SELECT keep FROM backup_schedule))
      AND id IS DISTINCT FROM (SELECT max(id) FROM backup WHERE state = 'completed' AND verify_state = 'passed')
    RETURNING file`.execute(db);
  return rows.map(({ file }) => file);
}

/** For one download within a minute, by the session that asked; an earlier one of the same file ends. */
export async function giveTicket(tx: Tx, id: bigint, sessionId: bigint): Promise<string | undefined> {
  const ticket = randomToken();
  const { rows } = await sql`
    UPDATE backup SET ticket_hash = ${hashToken(ticket)}, ticket_session = ${sessionId},
      ticket_until = now() + ${ticketS} * interval '1 second'
    WHERE id = ${id} AND state = 'completed' RETURNING id`.execute(tx);
  return rows.length > 0 ? ticket : undefined;
}

export interface SpentTicket {
  readonly file: string;
  readonly bytes: bigint;
  readonly session_id: bigint;
}

/** Uses a ticket up; undefined for one that is unknown, used or too old. */
export async function spendTicket(db: Kysely<Tables>, ticket: string): Promise<SpentTicket | undefined> {
  const { rows } = await sql<SpentTicket>`
    UPDATE backup SET ticket_hash = NULL, ticket_until = NULL
    WHERE ticket_session IS NOT NULL AND ticket_hash = ${hashToken(ticket)} AND ticket_until > now() AND state = 'completed'
    RETURNING file, bytes, ticket_session AS session_id`.execute(db);
  return rows[0];
}
