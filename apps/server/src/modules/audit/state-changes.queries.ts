import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** How often each of these came to a state, by business day; half open by the time of the change. */
export async function countChanges(
  db: Kysely<Tables>,
  asked: {
    readonly act: string;
    readonly objectKind: string;
    readonly ids: readonly bigint[];
    readonly to: string;
    readonly since: Date;
    readonly until: Date;
  },
): Promise<readonly { readonly id: bigint; readonly day: string; readonly times: bigint }[]> {
  if (asked.ids.length === 0) return [];
  const { rows } = await sql<{ id: string; day: string; times: bigint }>`
    SELECT l.object_id AS id, business_day(l.at)::text AS day, count(*) AS times
    FROM audit_log l
    WHERE l.object_kind = ${asked.objectKind} AND l.object_id = ANY (${asked.ids.map(String)}::text[])
      AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release')
      AND l.act = ${asked.act} AND l.to_status = ${asked.to} AND l.outcome = 'done'
      AND l.at >= ${asked.since} AND l.at < ${asked.until}
    GROUP BY 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, id: BigInt(row.id) }));
}
