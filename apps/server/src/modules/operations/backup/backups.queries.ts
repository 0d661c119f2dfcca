import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { backupStates, backupTrials } from '@suanpan/contract/endpoints/backups';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface ListedBackup {
  readonly id: bigint;
  readonly state: (typeof backupStates)[number];
  readonly note: string;
  readonly made_by_name: string | null;
  readonly asked_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly file: string | null;
  readonly bytes: bigint | null;
  readonly sha256: string | null;
  readonly lsn: string | null;
  readonly error: string | null;
  readonly verify_state: (typeof backupTrials)[number] | null;
  readonly verified_at: Date | null;
  readonly verified: unknown;
}

/** One page of them, newest first. They belong to no tree: only the platform's people come here. */
export async function listBackups(
  db: Kysely<Tables>,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedBackup[]> {
  const { rows } = await sql<ListedBackup>`
    SELECT b.*, u.username AS made_by_name FROM backup b LEFT JOIN app_user u ON u.id = b.made_by
    ORDER BY b.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countBackups(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) AS count FROM backup`.execute(db);
  return rows[0]?.count ?? 0n;
}

export async function findBackup(db: Kysely<Tables>, id: bigint): Promise<ListedBackup | undefined> {
  const { rows } = await sql<ListedBackup>`
    SELECT b.*, u.username AS made_by_name FROM backup b LEFT JOIN app_user u ON u.id = b.made_by
    WHERE b.id = ${id}`.execute(db);
  return rows[0];
}

export interface BackupSchedule {
  /** `02:30`, in the platform's zone. */
  readonly at: string | null;
  readonly keep: number;
  readonly version: number;
}

export async function readSchedule(db: Kysely<Tables>): Promise<BackupSchedule> {
  const { rows } = await sql<BackupSchedule>`
    SELECT to_char(at, 'HH24:MI') AS at, keep, version FROM backup_schedule`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('There is no schedule of backups');
  return row;
}

/** What the database's own archiver has done: whose duty it is there, he looks at this. */
export async function readArchiver(db: Kysely<Tables>) {
  const { rows } = await sql<{
    archived: number;
    last_archived_at: Date | null;
    failed: number;
    last_failed_at: Date | null;
  }>`
    SELECT archived_count::float8 AS archived, last_archived_time AS last_archived_at, failed_count::float8 AS failed,
           last_failed_time AS last_failed_at
    FROM pg_stat_archiver`.execute(db);
  return rows[0];
}

/**
 * Tables to which rows are only added, so that a copy holds at least those of its beginning and at most those of its end; orders, which
 * move to the archive meanwhile, wherever they lie.
 */
const counted = {
  journal: 'journal',
  audit_log: 'audit_log',
  collection_order: 'whole.collection_order',
  payout_order: 'whole.payout_order',
  withdrawal: 'withdrawal',
  app_user: 'app_user',
} as const;
type Counted = keyof typeof counted;
const names = Object.keys(counted) as Counted[];
export type RowCounts = Readonly<Record<Counted, number>>;

export async function countRows(db: Kysely<Tables>): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    SELECT ${sql.join(names.map((name) => sql`(SELECT count(*) FROM ${sql.table(counted[name])})::float8 AS ${sql.ref(name)}`))}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Counting answered nothing');
  return row;
}

/** Whether a copy holds what there was while it was made. */
export function liesBetween(found: RowCounts, before: RowCounts, after: RowCounts): boolean {
  return names.every((name) => found[name] >= before[name] && found[name] <= after[name]);
}

export const sumOf = (counts: RowCounts): number => names.reduce((sum, name) => sum + counts[name], 0);
