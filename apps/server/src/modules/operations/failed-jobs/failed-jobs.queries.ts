import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface FailedJobFilter {
  readonly job?: string;
  readonly state?: 'open' | 'discarded';
  readonly from?: Date;
  readonly to?: Date;
  /** What is open, and what was discarded on this business day. */
  readonly isQueue?: boolean;
  /** Only what comes after this place. */
  readonly after?: string;
}

export interface ListedFailedJob {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly payload: unknown;
  readonly error: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly parked_at: Date;
  readonly discarded_at: Date | null;
  readonly discard_reason: string | null;
  readonly operator: string | null;
  /** Where the row stands in the list, for what comes after it. */
  readonly place: string;
}

/** One page of them, the one that failed last first. They belong to no tree: only the platform's people come here. */
export async function listFailedJobs(
  db: Kysely<Tables>,
  filter: FailedJobFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedFailedJob[]> {
  const { rows } = await sql<ListedFailedJob>`
    SELECT d.id, d.kind, d.subject, d.payload, d.error, d.attempts, d.created_at, d.parked_at, d.discarded_at,
           d.discard_reason, u.username AS operator, d.parked_at::text || '|' || d.id AS place
    FROM outbox_dead d LEFT JOIN app_user u ON u.id = d.discarded_by
    WHERE ${conditionsOf(filter)}
    ORDER BY d.parked_at DESC, d.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countFailedJobs(db: Kysely<Tables>, filter: FailedJobFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM outbox_dead d WHERE ${conditionsOf(filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

const failedAt = sql`d.parked_at + (SELECT business_now() - now())`;

function conditionsOf({ after, from, isQueue, job, state, to }: FailedJobFilter): RawBuilder<unknown> {
  const [at, id] = after?.split('|') ?? [];
  return sql.join(
    [
      sql`true`,
      ...(job === undefined ? [] : [sql`d.kind = ${job}`]),
      ...(state === undefined ? [] : [sql`(d.discarded_at IS NULL) = ${state === 'open'}`]),
      ...(isQueue === true
        ? [
            sql`(d.discarded_at IS NULL OR business_day(d.discarded_at) = business_day((SELECT business_now())))`,
          ]
        : []),
      // When it failed for good, and not what it tells of: that may lie long before. By the business clock.
      ...(from === undefined ? [] : [sql`${failedAt} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${failedAt} < ${to}`]),
      ...(after === undefined ? [] : [sql`(d.parked_at, d.id) < (${at}::timestamptz, ${id}::bigint)`]),
    ],
    sql` AND `,
  );
}
