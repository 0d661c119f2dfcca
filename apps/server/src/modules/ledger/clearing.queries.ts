import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ClearingAt {
  readonly id: bigint;
  /** `yyyy-mm-dd`. */
  readonly day: string;
  /** What by our books lies at the account when the day ends, in minor units. */
  readonly held: bigint;
}

/** What lies at accounts of providers at the end of business days; whoever asks has seen to it that the reader may know them. */
export async function clearingAt(
  db: Kysely<Tables>,
  asked: readonly { readonly id: bigint; readonly day: string }[],
): Promise<readonly ClearingAt[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<Omit<ClearingAt, 'held'> & { held: string }>`
    SELECT w.id, w.day::text AS day, coalesce(-sum(c.change), 0)::text AS held
    FROM unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ day }) => day)}::date[]) AS w (id, day)
    LEFT JOIN clearing_day_now c ON c.channel_account_id = w.id AND c.kind = 'A100' AND c.day <= w.day
    GROUP BY w.id, w.day`.execute(db);
  return rows.map((row) => ({ ...row, held: BigInt(row.held) }));
}
