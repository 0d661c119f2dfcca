import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface ReportFilter {
  /** Business days, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
  /** Zero: no channel took them. */
  readonly channelId?: bigint;
  readonly currency?: string;
}

/** Counts, and sums in minor units. */
export const reportFigures = [
  'count',
  'success_count',
  'failed_count',
  'amount',
  'refunds',
  'settled_count',
  'actual',
  'fee',
  'accounted',
  'payouts',
  'payout_amount',
  'payout_fee',
] as const;
export type ReportFigure = (typeof reportFigures)[number];
export type Figures = Readonly<Record<ReportFigure, bigint>>;

type First = `first_${ReportFigure}`;
const firsts = reportFigures.map((name): First => `first_${name}`);

/** Where a page begins: after this row, the latest first. */
export interface ReportPlace {
  readonly day: string;
  readonly customerId: bigint;
  readonly agentId: bigint;
  readonly channelId: bigint;
  readonly currency: string;
}

interface Row {
  readonly day: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  /** Zero for whoever may not know it. */
  readonly agent_id: bigint;
  readonly agent_name: string | null;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly currency: Currency;
  readonly version: number;
  readonly made_at: Date;
  readonly hash: string;
}
export type ListedReport = Row & Figures & Readonly<Record<First, bigint>>;

const summed = sql.raw(reportFigures.map((name) => `sum(${name}) AS ${name}`).join(', '));
const key = sql.raw('r.customer_id, r.agent_id, r.sub_agent_id, r.middleman_id, r.channel_id, r.currency');

/** One page of the newest versions that the caller may see, and what was made first; the latest day first. */
export async function listReports(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ReportFilter,
  page: { readonly offset: number; readonly limit: number; readonly after?: ReportPlace },
): Promise<ListedReport[]> {
  const { after } = page;
  const { rows } = await sql<WithSums<ListedReport, ReportFigure | First>>`
    ${newest(scope, filter)}, told AS (
      SELECT n.day, n.customer_id, n.agent_id, n.channel_id, n.currency, max(n.channel) AS channel, max(n.version) AS version,
             ${sql.raw(reportFigures.map((name) => `sum(n.${name}) AS ${name}, coalesce(sum(f.${name}), 0) AS first_${name}`).join(', '))}
      FROM newest n
      LEFT JOIN daily_report_row f ON f.day = n.day AND f.customer_id = n.customer_id AND f.agent_id = n.of_agent
        AND f.sub_agent_id = n.sub_agent_id AND f.middleman_id = n.middleman_id AND f.channel_id = n.channel_id
        AND f.currency = n.currency AND f.version = 1
      GROUP BY n.day, n.customer_id, n.agent_id, n.channel_id, n.currency
    )
    SELECT t.*, t.day::text AS day, c.name AS customer_name, a.name AS agent_name, d.made_at, d.hash
    FROM told t JOIN daily_report d ON d.day = t.day AND d.version = t.version
    LEFT JOIN app_user c ON c.id = t.customer_id LEFT JOIN app_user a ON a.id = t.agent_id
    WHERE ${
      after === undefined
        ? sql`true`
        : sql`(t.day, t.customer_id, t.agent_id, t.channel_id, t.currency)
              < (${after.day}::date, ${after.customerId}, ${after.agentId}, ${after.channelId}, ${after.currency})`
    }
    ORDER BY t.day DESC, t.customer_id DESC, t.agent_id DESC, t.channel_id DESC, t.currency DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums<ListedReport, ReportFigure | First>(rows, [...reportFigures, ...firsts]);
}

export type ReportSum = Figures & { readonly currency: Currency; readonly rows: bigint };

/** The totals of the whole filter, one row a currency. */
export async function sumReports(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ReportFilter,
): Promise<ReportSum[]> {
  const { rows } = await sql<WithSums<ReportSum, ReportFigure>>`
    ${newest(scope, filter)}
    SELECT n.currency, count(DISTINCT (n.day, n.customer_id, n.agent_id, n.channel_id)) AS rows, ${summed}
    FROM newest n GROUP BY n.currency ORDER BY n.currency`.execute(db);
  return readSums<ReportSum, ReportFigure>(rows, reportFigures);
}

export type ListedMonth = Omit<Row, 'day' | 'version' | 'made_at' | 'hash'> & Figures;

/** One page of a month: what its days that were made say together, by merchant and channel. */
export async function listMonth(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ReportFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedMonth[]> {
  const { rows } = await sql<WithSums<ListedMonth, ReportFigure>>`
    ${newest(scope, filter)}
    SELECT n.customer_id, c.name AS customer_name, n.agent_id, max(a.name) AS agent_name, n.channel_id,
           (array_agg(n.channel ORDER BY n.day DESC))[1] AS channel, n.currency, ${summed}
    FROM newest n LEFT JOIN app_user c ON c.id = n.customer_id LEFT JOIN app_user a ON a.id = n.agent_id
    GROUP BY n.customer_id, c.name, n.agent_id, n.channel_id, n.currency
    ORDER BY c.name, n.customer_id, n.currency, n.channel_id, n.agent_id
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums<ListedMonth, ReportFigure>(rows, reportFigures);
}

/** The totals of a month, one row a currency; `rows` are those of `listMonth`. */
export async function sumMonth(db: Kysely<Tables>, scope: Scope, filter: ReportFilter): Promise<ReportSum[]> {
  const { rows } = await sql<WithSums<ReportSum, ReportFigure>>`
    ${newest(scope, filter)}
    SELECT n.currency, count(DISTINCT (n.customer_id, n.agent_id, n.channel_id)) AS rows, ${summed}
    FROM newest n GROUP BY n.currency ORDER BY n.currency`.execute(db);
  return readSums<ReportSum, ReportFigure>(rows, reportFigures);
}

/** How many of these days were made, and the last of them. */
export async function daysMade(
  db: Kysely<Tables>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly count: bigint; readonly last: string | null }> {
  const { rows } = await sql<{ count: bigint; last: string | null }>`
    SELECT count(*) AS count, max(d.day)::text AS last FROM daily_report d
    WHERE d.version = 1 AND d.day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return rows[0] ?? { count: 0n, last: null };
}

export type VersionSum = Figures & {
  readonly version: number;
  readonly made_at: Date;
  readonly hash: string;
  readonly previous: string;
  /** Null where nothing of the caller's stands in the version. */
  readonly currency: Currency | null;
  readonly rows: bigint;
};

/** What each version of a day says of the caller's tree, by currency, the first one first. */
export async function listVersions(db: Kysely<Tables>, scope: Scope, day: string): Promise<VersionSum[]> {
  const { rows } = await sql<WithSums<VersionSum, ReportFigure>>`
    SELECT d.version, d.made_at, d.hash, d.previous, n.currency, coalesce(n.rows, 0)::bigint AS rows,
           ${sql.raw(reportFigures.map((name) => `coalesce(n.${name}, 0) AS ${name}`).join(', '))}
    FROM daily_report d
    LEFT JOIN LATERAL (
      SELECT k.currency, count(*) AS rows, ${summed} FROM (
        SELECT DISTINCT ON (${key}) r.* FROM daily_report_row r
        WHERE r.day = d.day AND r.version <= d.version AND ${ofWhom(scope)} ORDER BY ${key}, r.version DESC
      ) k GROUP BY k.currency
    ) n ON true
    WHERE d.day = ${day}::date AND (d.version = 1 OR EXISTS (
      SELECT FROM daily_report_row r WHERE r.day = d.day AND r.version = d.version AND ${ofWhom(scope)}))
    ORDER BY d.version, n.currency`.execute(db);
  return readSums<VersionSum, ReportFigure>(rows, reportFigures);
}

/** The rows that count now. Whoever stands below a senior agent has one row whatever chain an order went by. */
function newest(scope: Scope, filter: ReportFilter): RawBuilder<unknown> {
  const conditions = [ofWhom(scope)];
  const add = (condition: RawBuilder<boolean>): void => void conditions.push(condition);
  if (filter.from !== undefined) add(sql`r.day >= ${filter.from}::date`);
  if (filter.to !== undefined) add(sql`r.day <= ${filter.to}::date`);
  if (filter.customerId !== undefined) add(sql`r.customer_id = ${filter.customerId}`);
  if (filter.agentId !== undefined) add(sql`r.agent_id = ${filter.agentId}`);
  if (filter.channelId !== undefined) add(sql`r.channel_id = ${filter.channelId}`);
  if (filter.currency !== undefined) add(sql`r.currency = ${filter.currency}`);
  const agent = scope.kind === 'platform' || scope.kind === 'agent' ? sql`k.of_agent` : sql`0::bigint`;
  return sql`
    WITH newest AS MATERIALIZED (
      SELECT k.*, ${agent} AS agent_id FROM (
        SELECT DISTINCT ON (r.day, ${key}) r.day, r.customer_id, r.agent_id AS of_agent, r.sub_agent_id, r.middleman_id, r.channel_id,
               r.currency, r.version, r.channel, ${sql.raw(reportFigures.map((name) => `r.${name}`).join(', '))}
        FROM daily_report_row r WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY r.day, ${key}, r.version DESC
      ) k
    )`;
}

const ofWhom = (scope: Scope): RawBuilder<boolean> =>
  inTree(scope, {
    agent: 'r.agent_id',
    customer: 'r.customer_id',
    subAgent: 'r.sub_agent_id',
    middleman: 'r.middleman_id',
  });
