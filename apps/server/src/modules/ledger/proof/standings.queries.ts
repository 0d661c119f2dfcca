import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What a channel account came to when the books were proven. */
export interface Standing {
  readonly at: Date;
  /** A100 as a claim and the provider's own word, minor units; null where it had not been asked. */
  readonly books: bigint;
  readonly provider: bigint | null;
  readonly checked_at: Date | null;
}

/** As each proof of the last days kept it, oldest first and `most` of the newest: every night one, and those by hand. */
export async function standingsOf(
  db: Kysely<Tables>,
  accountId: bigint,
  days: number,
  most: number,
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT kept.at, kept.books, kept.provider, kept.checked_at FROM (
      SELECT r.id, r.finished_at AS at, (p.value ->> 'books')::bigint AS books, (p.value ->> 'provider')::bigint AS provider,
             (p.value ->> 'checked_at')::timestamptz AS checked_at
      FROM proof_run r CROSS JOIN LATERAL jsonb_array_elements(r.result -> 'outside' -> 'providers') p (value)
      WHERE r.finished_at >= business_now() - ${days} * interval '1 day' AND p.value ->> 'account_id' = ${String(accountId)}
      ORDER BY r.id DESC LIMIT ${most}
    ) kept ORDER BY kept.id`.execute(db);
  return rows;
}
