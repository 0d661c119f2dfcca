import { downloadTicketS, exportFileDays, exportKeptBytesPerTenant } from '@suanpan/domain/limits';
import type { ExportError, ExportFormat, ExportKind } from '@suanpan/domain/exports/kinds';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { jobColumns } from './exports.queries.ts';
import type { ExportJob } from './exports.queries.ts';

/** How long a writer may be silent before it counts as dead. */
const leaseS = 30;

/** What a user and his house keep now. */
export interface Kept {
  readonly tenant_id: bigint;
  /** Of the user: at work, and with those that are finished. */
  readonly running: number;
  readonly own: number;
  /** Of all of his house. */
  readonly files: number;
  readonly bytes: bigint;
}

const isKept = sql`j.removed_at IS NULL AND j.status IN ('queued', 'running', 'completed')`;

/** Holds back other requests of this user's house until the transaction ends, and says what it keeps. */
export async function lockKept(tx: Tx, ownerId: bigint): Promise<Kept> {
  const { rows: houses } = await sql<{ tenant_id: bigint }>`
    SELECT tenant_of(${ownerId}) AS tenant_id`.execute(tx);
  const tenantId = houses[0]?.tenant_id ?? 0n;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`exports ${tenantId}`}, 0))`.execute(tx);
  const { rows } = await sql<Kept>`
    SELECT ${tenantId}::bigint AS tenant_id, count(*)::int AS files, coalesce(sum(j.bytes), 0)::bigint AS bytes,
           count(*) FILTER (WHERE j.owner_id = ${ownerId})::int AS own,
           count(*) FILTER (WHERE j.owner_id = ${ownerId} AND j.status <> 'completed')::int AS running
    FROM export_job j WHERE j.tenant_id = ${tenantId} AND ${isKept}`.execute(tx);
  const [kept] = rows;
  if (kept === undefined) throw new Error('What is kept could not be counted');
  return kept;
}

/** How many bytes the house of an export may still keep beside what it has. */
export async function roomLeft(db: Kysely<Tables>, { id }: Pick<ExportJob, 'id'>): Promise<bigint> {
  const { rows } = await sql<{ room: bigint }>`
    SELECT (${exportKeptBytesPerTenant} - coalesce(sum(j.bytes), 0))::bigint AS room
    FROM export_job j WHERE j.tenant_id = (SELECT own.tenant_id FROM export_job own WHERE own.id = ${id}) AND ${isKept}`.execute(
    db,
  );
  return rows[0]?.room ?? 0n;
}

export interface NewExport {
  readonly ownerId: bigint;
  readonly tenantId: bigint;
  readonly actingFor: bigint | null;
  readonly sessionId: bigint;
  readonly kind: ExportKind;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
  readonly format: ExportFormat;
  readonly locale: Locale;
  readonly region: string;
  readonly file: string;
}

export async function insertExport(tx: Tx, job: NewExport): Promise<ExportJob> {
  const { rows } = await sql<ExportJob>`
    INSERT INTO export_job (owner_id, tenant_id, acting_for, session_id, kind, filter, columns, format, locale, region, status,
                            file, created_at)
    VALUES (${job.ownerId}, ${job.tenantId}, ${job.actingFor}, ${job.sessionId}, ${job.kind}, ${JSON.stringify(job.filter)}::jsonb,
            ${[...job.columns]}::text[], ${job.format}, ${job.locale}, ${job.region}, 'queued', ${job.file},
            business_now())
    RETURNING ${jobColumns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The export was not stored');
  return row;
}

/** Takes a waiting export to write it; undefined when it does not wait any more. The attempt's number fences the writer. */
export async function claimExport(db: Kysely<Tables>, id: bigint): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    UPDATE export_job SET status = 'running', attempts = attempts + 1, progress = 0,
           lease_until = now() + ${leaseS} * interval '1 second'
    WHERE id = ${id} AND status = 'queued' AND removed_at IS NULL
    RETURNING ${jobColumns}`.execute(db);
  return rows[0];
}

type Claim = Pick<ExportJob, 'id' | 'attempts'>;
const stillMine = ({ id, attempts }: Claim) =>
  sql`id = ${id} AND attempts = ${attempts} AND status = 'running' AND removed_at IS NULL`;

/** Tells how far it is and that its writer lives; false when it was taken away meanwhile. */
export async function noteProgress(db: Kysely<Tables>, claim: Claim, progress: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE export_job SET progress = ${progress}, lease_until = now() + ${leaseS} * interval '1 second'
    WHERE ${stillMine(claim)} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Whom a question looks for, and by which account. */
export const peopleFields: readonly string[] = ['real_name', 'account_name', 'card_no', 'card_hashes'];
/** It is not kept longer than it is needed. */
const filterAfterwards = sql`filter - ${[...peopleFields]}::text[]`;

export async function completeExport(
  tx: Tx,
  claim: Claim,
  made: { readonly rows: number; readonly bytes: number },
): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    UPDATE export_job SET status = 'completed', progress = 100, lease_until = NULL, row_count = ${made.rows},
           bytes = ${made.bytes}, finished_at = business_now(), filter = ${filterAfterwards},
           expires_at = business_now() + ${exportFileDays} * interval '1 day'
    WHERE ${stillMine(claim)} RETURNING ${jobColumns}`.execute(tx);
  return rows[0];
}

export async function failExport(tx: Tx, claim: Claim, error: ExportError): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    UPDATE export_job SET status = 'failed', lease_until = NULL, error = ${error}, finished_at = business_now(),
           filter = ${filterAfterwards}
    WHERE ${stillMine(claim)} RETURNING ${jobColumns}`.execute(tx);
  return rows[0];
}

/** Back into the queue, as if this attempt had not been made: the process ends, not the export. */
export async function releaseExport(tx: Tx, claim: Claim): Promise<void> {
  await sql`
    UPDATE export_job SET status = 'queued', lease_until = NULL, progress = 0, attempts = attempts - 1
    WHERE ${stillMine(claim)}`.execute(tx);
}

/** Exports whose writer has died: locked, so that one process deals with each. */
export async function lockDeadExports(tx: Tx): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job WHERE status = 'running' AND lease_until < now()
    ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

export async function requeueExport(tx: Tx, id: bigint): Promise<void> {
  await sql`UPDATE export_job SET status = 'queued', lease_until = NULL, progress = 0 WHERE id = ${id}`.execute(
    tx,
  );
}

/** What waits longest. */
export async function findWaiting(db: Kysely<Tables>): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM export_job WHERE status = 'queued' AND removed_at IS NULL ORDER BY id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Files whose time is over. */
export async function lockOutdated(tx: Tx): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job
    WHERE status = 'completed' AND removed_at IS NULL AND expires_at <= business_now()
    ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

export async function expireExports(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`UPDATE export_job SET status = 'expired' WHERE id = ANY (${[...ids]}::bigint[])`.execute(tx);
}

/** Takes one's own export out of the list; one at work ends. Undefined when there is none. */
export async function removeExport(tx: Tx, ownerId: bigint, id: bigint): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    UPDATE export_job SET removed_at = business_now(), lease_until = NULL, filter = ${filterAfterwards},
           status = CASE WHEN status IN ('queued', 'running') THEN 'failed' ELSE status END
    WHERE id = ${id} AND owner_id = ${ownerId} AND removed_at IS NULL
    RETURNING ${jobColumns}`.execute(tx);
  return rows[0];
}

/** An address for one download: told once, kept as a hash, bound to the file and to the session that asked. */
export async function insertTicket(tx: Tx, exportId: bigint, sessionId: bigint): Promise<string> {
  const ticket = randomToken();
  await sql`
    INSERT INTO export_ticket (ticket_hash, export_id, session_id, expires_at)
    VALUES (${hashToken(ticket)}, ${exportId}, ${sessionId}, now() + ${downloadTicketS} * interval '1 second')`.execute(
    tx,
  );
  return ticket;
}

export interface SpentTicket {
  readonly session_id: bigint;
  readonly file: string;
}

/** Uses a ticket up, whatever comes of it then; undefined for one that is unknown, used or too old. */
export async function spendTicket(db: Kysely<Tables>, ticket: string): Promise<SpentTicket | undefined> {
  const { rows } = await sql<SpentTicket>`
    UPDATE export_ticket t SET used_at = now() FROM export_job j
    WHERE t.ticket_hash = ${hashToken(ticket)} AND t.used_at IS NULL AND t.expires_at > now() AND j.id = t.export_id
    RETURNING t.session_id, j.file`.execute(db);
  return rows[0];
}

export async function forgetTickets(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM export_ticket WHERE expires_at < now() - interval '1 day'`.execute(db);
}
