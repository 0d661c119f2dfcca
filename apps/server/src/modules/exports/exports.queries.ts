import type { ExportError, ExportFormat, ExportKind, ExportState } from '@suanpan/domain/exports/kinds';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Locale } from '../../platform/http/locale.ts';

export interface ExportJob {
  readonly id: bigint;
  readonly owner_id: bigint;
  readonly kind: ExportKind;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly columns: string[];
  readonly format: ExportFormat;
  readonly locale: Locale;
  readonly status: ExportState;
  readonly progress: number;
  readonly row_count: bigint | null;
  readonly bytes: bigint | null;
  readonly file: string;
  readonly attempts: number;
  readonly error: ExportError | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

export const jobColumns = sql`
  id, owner_id, kind, filter, columns, format, locale, status, progress, row_count, bytes, file, attempts, error,
  created_at, expires_at`;

/** One's own exports, newest first. */
export async function listExports(
  db: Kysely<Tables>,
  ownerId: bigint,
  page: { readonly offset: number; readonly limit: number },
): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job WHERE owner_id = ${ownerId} AND removed_at IS NULL
    ORDER BY id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countExports(db: Kysely<Tables>, ownerId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM export_job WHERE owner_id = ${ownerId} AND removed_at IS NULL`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One's own export by the name of its file; that of somebody else is absent. */
export async function findByFile(
  db: Kysely<Tables>,
  ownerId: bigint,
  file: string,
): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job
    WHERE file = ${file} AND owner_id = ${ownerId} AND removed_at IS NULL`.execute(db);
  return rows[0];
}

export async function findExport(db: Kysely<Tables>, id: bigint): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`SELECT ${jobColumns} FROM export_job WHERE id = ${id}`.execute(db);
  return rows[0];
}
