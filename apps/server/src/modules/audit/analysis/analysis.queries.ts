import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { PersonRow } from '../logs/operation-logs.queries.ts';

export interface Stretch {
  readonly from: Date;
  readonly to: Date;
  /** User name or id of one operator. */
  readonly actor?: string;
}

export interface OperatorRow extends PersonRow {
  readonly acts: number;
  readonly denials: number;
  readonly night: number;
  readonly busiest_day: number;
  /** Acts and days on which there were any, over the four weeks before. */
  readonly earlier_acts: number;
  readonly earlier_days: number;
  readonly last_at: Date;
}

/**
 * Signing in and looking into the log are no work on anything, what a table notes of an act is no second one, and orders in a
 * merchant's own name come from his programs, which work by night.
 */
const isWork = sql`l.act NOT LIKE 'session.%' AND l.act NOT LIKE '%.get' AND l.act <> 'record.note'
        AND NOT (l.act IN ('collection.create', 'collection.close', 'payout.submit')
          AND EXISTS (SELECT FROM app_user own WHERE own.id = l.actor_id AND own.kind = 'customer'))`;

/** Each person who acted or was denied in the stretch, with his own four weeks before it. */
export async function listOperators(
  db: Kysely<Tables>,
  scope: Scope,
  stretch: Stretch,
): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    WITH now_days AS (
      SELECT l.actor_id, business_day(l.at) AS day, count(*) FILTER (WHERE l.outcome = 'done')::int AS acts,
             count(*) FILTER (WHERE l.outcome = 'denied')::int AS denials,
             count(*) FILTER (WHERE l.outcome = 'done' AND extract(hour FROM l.at AT TIME ZONE 'UTC' + interval '8 hours') < 6)::int AS night,
             max(l.at) AS last_at
      FROM audit_entry l
      WHERE l.at >= ${stretch.from} AND l.at < ${stretch.to} AND l.actor_id IS NOT NULL AND ${isWork}
      GROUP BY l.actor_id, business_day(l.at)
    ), now_all AS (
      SELECT actor_id, sum(acts)::int AS acts, sum(denials)::int AS denials, sum(night)::int AS night,
             max(acts) AS busiest_day, max(last_at) AS last_at
      FROM now_days GROUP BY actor_id
    ), earlier AS (
      SELECT l.actor_id, count(*)::int AS acts, count(DISTINCT business_day(l.at))::int AS days
      FROM audit_entry l
      WHERE l.at >= ${stretch.from}::timestamptz - interval '28 days' AND l.at < ${stretch.from} AND l.outcome = 'done'
        AND l.actor_id IS NOT NULL AND ${isWork}
      GROUP BY l.actor_id
    )
    SELECT u.id::text, u.username, u.name, u.kind AS role_name, n.acts, n.denials, n.night, n.busiest_day, n.last_at,
           coalesce(e.acts, 0) AS earlier_acts, coalesce(e.days, 0) AS earlier_days
    FROM now_all n JOIN app_user u ON u.id = n.actor_id LEFT JOIN earlier e ON e.actor_id = n.actor_id
    WHERE ${operatorCondition(scope, stretch)}
    ORDER BY n.acts DESC, u.id`.execute(db);
  return rows;
}

export interface ActRow {
  readonly actor_id: string;
  readonly act: string;
  readonly count: number;
  readonly currency: Currency | null;
  /** What the journals of these acts moved. */
  readonly amount: bigint;
}

/** How often each operator did each of the acts named, and what money their journals moved, by currency. */
export async function countActs(
  db: Kysely<Tables>,
  stretch: Stretch,
  acts: readonly string[],
): Promise<ActRow[]> {
  const { rows } = await sql<WithSums<ActRow, 'amount'>>`
    SELECT l.actor_id::text, l.act, count(*)::int AS count, j.currency,
           coalesce(sum((SELECT sum(amount) FROM unnest(j.amounts) AS leg (amount) WHERE amount > 0)), 0) AS amount
    FROM audit_entry l LEFT JOIN journal j ON j.id = l.journal_id
    WHERE l.at >= ${stretch.from} AND l.at < ${stretch.to} AND l.outcome = 'done' AND l.actor_id IS NOT NULL
      AND l.act = ANY (${[...acts]}::text[])
    GROUP BY l.actor_id, l.act, j.currency`.execute(db);
  return readSums(rows, ['amount']);
}

/** Acts of the stretch by the hour of the platform's day. */
export async function countHours(
  db: Kysely<Tables>,
  scope: Scope,
  stretch: Stretch,
): Promise<{ readonly hour: number; readonly count: number }[]> {
  const { rows } = await sql<{ hour: number; count: number }>`
    SELECT extract(hour FROM l.at AT TIME ZONE 'UTC' + interval '8 hours')::int AS hour, count(*)::int AS count
    FROM audit_entry l JOIN app_user u ON u.id = l.actor_id
    WHERE l.at >= ${stretch.from} AND l.at < ${stretch.to} AND l.outcome = 'done' AND ${isWork}
      AND ${operatorCondition(scope, stretch)}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

function operatorCondition(scope: Scope, { actor }: Stretch): RawBuilder<unknown> {
  const root = ownerOf(scope);
  const tree =
    root === null
      ? sql`true`
      : sql`u.tenant_path LIKE (SELECT root.tenant_path || '%' FROM app_user root WHERE root.id = ${root})`;
  if (actor === undefined) return tree;
  return sql`${tree} AND (lower(u.username) = lower(${actor}) OR u.id::text = ${actor})`;
}
