import type { ExportError, ExportFormat, ExportKind, ExportState } from '@suanpan/domain/exports/kinds';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Locale } from '../../platform/http/locale.ts';

export interface ExportJob {
  readonly id: bigint;
  readonly owner_id: bigint;
  /** Whose list it is, where its owner was acting for somebody; null for his own. */
  readonly acting_for: bigint | null;
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
  id, owner_id, acting_for, kind, filter, columns, format, locale, status, progress, row_count, bytes, file, attempts, error,
  created_at, expires_at`;

/** Whose files: one's own, and while one acts for somebody only those of his lists. */
export interface Shelf {
  readonly ownerId: bigint;
  readonly actingFor: bigint | null;
}

const onShelf = ({ ownerId, actingFor }: Shelf) =>
  sql`owner_id = ${ownerId} AND removed_at IS NULL AND (${actingFor}::bigint IS NULL OR acting_for = ${actingFor})`;

/** Newest first. */
export async function listExports(
  db: Kysely<Tables>,
  shelf: Shelf,
  page: { readonly offset: number; readonly limit: number },
): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job WHERE ${onShelf(shelf)}
    ORDER BY id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countExports(db: Kysely<Tables>, shelf: Shelf): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM export_job WHERE ${onShelf(shelf)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A file of the shelf by its name; that of somebody else is absent. */
export async function findByFile(
  db: Kysely<Tables>,
  shelf: Shelf,
  file: string,
): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`
    SELECT ${jobColumns} FROM export_job WHERE file = ${file} AND ${onShelf(shelf)}`.execute(db);
  return rows[0];
}

export async function findExport(db: Kysely<Tables>, id: bigint): Promise<ExportJob | undefined> {
  const { rows } = await sql<ExportJob>`SELECT ${jobColumns} FROM export_job WHERE id = ${id}`.execute(db);
  return rows[0];
}
