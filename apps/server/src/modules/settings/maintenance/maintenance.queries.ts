import type { Locale } from '@suanpan/messages/locale';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What is set, as the database sees it at this moment. */
export interface Maintenance {
  readonly from: Date;
  /** Null: until somebody ends it. */
  readonly to: Date | null;
  readonly text: Readonly<Record<Locale, string>>;
  readonly isOn: boolean;
  /** It holds, or begins within a day. */
  readonly isNear: boolean;
  /** Seconds until its end; null where nobody knows. */
  readonly restS: number | null;
}

export interface MaintenanceRow {
  readonly version: number;
  /** Null where none is set, or it is over. */
  readonly maintenance: Maintenance | null;
}

export async function readMaintenance(db: Kysely<Tables>): Promise<MaintenanceRow> {
  const { rows } = await sql<{
    version: number;
    starts_at: Date | null;
    ends_at: Date | null;
    text_tw: string;
    text_cn: string;
    text_en: string;
    is_on: boolean;
    is_near: boolean;
    is_over: boolean;
    rest_s: number | null;
  }>`
    SELECT version, starts_at, ends_at, text_tw, text_cn, text_en, starts_at <= at AND coalesce(at < ends_at, true) AS is_on,
           starts_at < at + interval '1 day' AS is_near, coalesce(ends_at <= at, false) AS is_over,
           ceil(extract(epoch FROM ends_at - at))::float8 AS rest_s
    FROM maintenance CROSS JOIN (SELECT business_now() AS at) clock`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('There is no row of maintenance');
  if (row.starts_at === null || row.is_over) return { version: row.version, maintenance: null };
  return {
    version: row.version,
    maintenance: {
      from: row.starts_at,
      to: row.ends_at,
      text: { 'zh-TW': row.text_tw, 'zh-CN': row.text_cn, en: row.text_en },
      isOn: row.is_on,
      isNear: row.is_near,
      restS: row.rest_s,
    },
  };
}
