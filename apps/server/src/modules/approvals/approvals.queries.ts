import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { ApprovalActName, ApprovalState, Standing } from '@suanpan/domain/approvals';
import type { Currency } from '@suanpan/money/currency';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

/** The platform sees all, a senior agent what belongs to his tree, nobody else anything. */
export const approvalsOf = (scope: Scope): RawBuilder<boolean> => inTree(scope, { agent: 'a.agent_id' });

export interface ApprovalFilter {
  readonly state?: ApprovalState;
  readonly act?: ApprovalActName;
  /** Decided, taken back or run out since the business day began. */
  readonly isClosedToday?: true;
  /** Only what waits, and what was closed on this business day; what waits stands first. */
  readonly isQueue?: boolean;
  readonly makerId?: bigint;
  readonly id?: bigint;
}

export interface ApprovalListRow {
  readonly id: bigint;
  readonly act: ApprovalActName;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  /** Subject, sum and changes, of which the fingerprint is held against what happens. */
  readonly effect: {
    readonly subject: {
      readonly kind: string;
      readonly id: string;
      readonly label: string;
    };
    readonly amount: {
      readonly currency: Currency;
      readonly minor: string;
    } | null;
    readonly rows: {
      readonly field: string;
      readonly before: string | null;
      readonly after: string | null;
    }[];
  };
  readonly reason: string;
  readonly maker_id: bigint;
  readonly maker_name: string;
  readonly maker_username: string;
  /** Accounts behind the maker's, then or now, and those that it is about. */
  readonly makers: bigint[];
  readonly barred: bigint[];
  readonly checker_id: bigint | null;
  readonly checker_name: string | null;
  readonly checker_username: string | null;
  readonly decision_reason: string | null;
  /** Read at the business time: one whose time is over shows as expired before the sweep says so. */
  readonly state: ApprovalState;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
}

const stateNow = sql`CASE WHEN a.state = 'waiting' AND a.expires_at <= business_now() THEN 'expired' ELSE a.state END`;

const closedToday = sql<boolean>`(${stateNow} <> 'waiting'
      AND business_day(coalesce(a.decided_at, a.expires_at)) = business_day(business_now()))`;

/**
 * Newest first, in a queue after what waits. Who stands behind a maker is looked for once, however many of the page he
 * submitted.
 */
export async function listApprovals(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ApprovalFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ApprovalListRow[]> {
  const order = filter.isQueue ? sql`${stateNow} <> 'waiting', a.id DESC` : sql`a.id DESC`;
  const { rows } = await sql<ApprovalListRow>`
    WITH page AS MATERIALIZED (
      SELECT a.* FROM approval a WHERE ${matching(scope, filter)}
      ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}
    ), ${behind(sql`page`)}
    SELECT a.id, a.act, a.agent_id, g.name AS agent_name, a.effect, a.reason, a.maker_id, m.name AS maker_name, m.username AS maker_username,
           b.hands || a.maker_person AS makers, a.barred, a.checker_id, c.name AS checker_name, c.username AS checker_username, a.decision_reason, ${stateNow} AS state,
           a.created_at, a.expires_at, a.decided_at
    FROM page a
    JOIN behind b ON b.maker_id = a.maker_id
    JOIN app_user m ON m.id = a.maker_id
    LEFT JOIN app_user c ON c.id = a.checker_id
    LEFT JOIN app_user g ON g.id = a.agent_id
    ORDER BY ${order}`.execute(db);
  return rows;
}

export async function countApprovals(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ApprovalFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM approval a WHERE ${matching(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

/** Accounts behind the maker's: his person when he submitted, and whoever may sit there now, let in by a reset too. */
export const makers = sql`(hands_on(a.maker_id, rights => false) || a.maker_person)`;

/**
 * Accounts behind each maker of some submissions: whoever may sit there now, let in by a reset too. With his person when
 * he submitted these are the makers of each.
 */
const behind = (submissions: RawBuilder<unknown>): RawBuilder<unknown> => sql`behind AS MATERIALIZED (
      SELECT maker_id, hands_on(maker_id, rights => false) AS hands
      FROM (SELECT DISTINCT maker_id FROM ${submissions}) makers
    )`;

/** All that waits in the tree, and what of it somebody of this standing may decide, who holds the acts named. */
export async function countWaiting(
  db: Kysely<Tables>,
  scope: Scope,
  { persons, hands, isSeasoned }: Standing,
  acts: readonly string[],
): Promise<{ readonly waiting: bigint; readonly decidable: bigint; readonly oldest_at: Date | null }> {
  const { rows } = await sql<{ waiting: bigint; decidable: bigint; oldest_at: Date | null }>`
    WITH waits AS MATERIALIZED (
      SELECT a.act, a.maker_id, a.maker_person, a.barred, a.created_at FROM approval a WHERE ${matching(scope, { state: 'waiting' })}
    ), ${behind(sql`waits`)}
    SELECT count(*) AS waiting, count(*) FILTER (WHERE a.is_his) AS decidable, min(a.created_at) FILTER (WHERE a.is_his) AS oldest_at
    FROM (
      SELECT w.created_at, ${isSeasoned} AND w.act = ANY (${acts}::text[])
               AND NOT (b.hands || w.maker_person) && ${hands}::bigint[] AND NOT w.barred && ${persons}::bigint[] AS is_his
      FROM waits w JOIN behind b ON b.maker_id = w.maker_id
    ) a`.execute(db);
  return rows[0] ?? { waiting: 0n, decidable: 0n, oldest_at: null };
}

function matching(scope: Scope, filter: ApprovalFilter): RawBuilder<unknown> {
  const conditions = [approvalsOf(scope)];
  if (filter.state !== undefined) conditions.push(sql`${stateNow} = ${filter.state}`);
  if (filter.isClosedToday) conditions.push(closedToday);
  if (filter.isQueue) conditions.push(sql<boolean>`(${stateNow} = 'waiting' OR ${closedToday})`);
  if (filter.act !== undefined) conditions.push(sql`a.act = ${filter.act}`);
  if (filter.makerId !== undefined) conditions.push(sql`a.maker_id = ${filter.makerId}`);
  if (filter.id !== undefined) conditions.push(sql`a.id = ${filter.id}`);
  return sql.join(conditions, sql` AND `);
}
