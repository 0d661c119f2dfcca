import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { spanOf } from '../../platform/db/span-of.ts';
import type { Span } from '../../platform/db/span-of.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** How often each of these came to a state, by business day or by hour; half open by the time of the change. */
export async function countChanges(
  db: Kysely<Tables>,
  asked: {
    readonly act: string;
    readonly objectKind: string;
    readonly ids: readonly bigint[];
    readonly to: string;
    readonly since: Date;
    readonly until: Date;
    readonly by: Span;
  },
): Promise<readonly { readonly id: bigint; readonly span: string; readonly times: bigint }[]> {
  if (asked.ids.length === 0) return [];
  const { rows } = await sql<{ id: string; span: string; times: bigint }>`
    SELECT l.object_id AS id, ${spanOf(asked.by, 'l.at')} AS span, count(*) AS times
    FROM audit_log l
    WHERE l.object_kind = ${asked.objectKind} AND l.object_id = ANY (${asked.ids.map(String)}::text[])
      AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release')
      AND l.act = ${asked.act} AND l.to_status = ${asked.to} AND l.outcome = 'done'
      AND l.at >= ${asked.since} AND l.at < ${asked.until}
    GROUP BY 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, id: BigInt(row.id) }));
}

/** To which state the last row of a call brought the thing; undefined where the call left none. */
export async function stateAfterCall(
  db: Kysely<Tables>,
  asked: {
    readonly act: string;
    readonly objectKind: string;
    readonly objectId: string;
    readonly requestId: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ to_status: string }>`
    SELECT l.to_status FROM audit_log l
    WHERE l.object_kind = ${asked.objectKind} AND l.object_id = ${asked.objectId} AND l.request_id = ${asked.requestId}
      AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release')
      AND l.act = ${asked.act} AND l.to_status IS NOT NULL
    ORDER BY l.id DESC LIMIT 1`.execute(db);
  return rows[0]?.to_status;
}
