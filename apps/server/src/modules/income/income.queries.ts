import type { incomeTabs } from '@suanpan/contract/endpoints/income';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import { readSums } from '../../platform/db/sums.ts';
import type { WithSums } from '../../platform/db/sums.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

type IncomeTab = (typeof incomeTabs)[number];

/** By which accounts each kind of income is told: of the system fee also by what is owed of it, of the margin by what it cost. */
const toldBy = {
  system: ['R400', 'A120'],
  withdrawal: ['R410'],
  fx: ['R420'],
  margin: ['R400', 'R410', 'R420', 'E500', 'E510'],
} as const satisfies Record<IncomeTab, readonly AccountKind[]>;

export interface IncomeFilter {
  readonly tab: IncomeTab;
  readonly agentId?: bigint;
  readonly currency?: string;
  /** Whole business days: that of `from`, and all that begin before `to`. */
  readonly from?: Date;
  readonly to?: Date;
}

/** Where a page begins: only what comes after this row, the latest first. */
export interface IncomePlace {
  readonly day: string;
  readonly agentId: bigint;
  readonly currency: string;
}

export interface IncomeFigures {
  readonly currency: Currency;
  /** Minor units. */
  readonly accrued: bigint;
  readonly reversed: bigint;
  readonly collected: bigint;
}

export interface ListedIncome extends IncomeFigures {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly agent_id: bigint;
  readonly agent_name: string | null;
  readonly mode: 'realtime' | 'periodic' | null;
  readonly outstanding: bigint;
  /** The last of this senior agent in this currency: what was outstanding then is so now. */
  readonly is_latest: boolean;
}

const sums = ['accrued', 'reversed', 'collected', 'outstanding'] as const;

/** One page of the business days that brought income, the latest first; every query carries the caller's scope. */
export async function listIncome(
  db: Kysely<Tables>,
  scope: Scope,
  filter: IncomeFilter,
  page: { readonly offset: number; readonly limit: number; readonly after?: IncomePlace },
): Promise<ListedIncome[]> {
  const { after } = page;
  const { rows } = await sql<WithSums<ListedIncome, (typeof sums)[number]>>`
    ${incomeByDay(scope, filter)}
    SELECT t.day::text AS day, t.agent_id, u.name AS agent_name, t.currency, t.accrued, t.reversed, t.collected, t.outstanding,
           t.is_latest, CASE WHEN ${filter.tab === 'system'} THEN u.system_fee_mode END AS mode
    FROM told t LEFT JOIN app_user u ON u.id = t.agent_id
    WHERE ${inRange(filter, sql`t.day`)}
      AND ${after === undefined ? sql`true` : sql`(t.day, t.agent_id, t.currency) < (${after.day}::date, ${after.agentId}, ${after.currency})`}
    ORDER BY t.day DESC, t.agent_id DESC, t.currency DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums(rows, sums);
}

export interface IncomeSum extends IncomeFigures {
  readonly count: bigint;
  readonly outstanding: bigint;
}

/** The totals of the whole filter, one row a currency; outstanding is what all of them owed when it ends. */
export async function sumIncome(
  db: Kysely<Tables>,
  scope: Scope,
  filter: IncomeFilter,
): Promise<IncomeSum[]> {
  const range = inRange(filter, sql`t.day`);
  const { rows } = await sql<WithSums<IncomeSum, (typeof sums)[number]>>`
    ${incomeByDay(scope, filter)}
    SELECT t.currency, count(*) FILTER (WHERE ${range}) AS count, coalesce(sum(t.accrued) FILTER (WHERE ${range}), 0) AS accrued,
           coalesce(sum(t.reversed) FILTER (WHERE ${range}), 0) AS reversed,
           coalesce(sum(t.collected) FILTER (WHERE ${range}), 0) AS collected, -sum(t.repaid) AS outstanding
    FROM told t WHERE ${until(filter, sql`t.day`)} GROUP BY t.currency
    HAVING count(*) FILTER (WHERE ${range}) > 0 ORDER BY t.currency`.execute(db);
  return readSums(rows, sums);
}

export interface AgentIncome extends Omit<IncomeFigures, 'currency'> {
  readonly agent_id: bigint;
  readonly outstanding: bigint;
}

/** The income by each of these senior agents in the range, and what he owed of the system fee when it ended. */
export async function incomeOfAgents(
  db: Kysely<Tables>,
  scope: Scope,
  asked: {
    readonly ids: readonly bigint[];
    readonly currency: Currency;
    readonly from: Date;
    readonly to: Date;
    readonly tab: IncomeTab;
  },
): Promise<AgentIncome[]> {
  const { currency, from, ids, tab, to } = asked;
  const filter: IncomeFilter = { tab, currency, from, to };
  const range = inRange(filter, sql`t.day`);
  const { rows } = await sql<WithSums<AgentIncome, (typeof sums)[number]>>`
    ${incomeByDay(scope, filter)}
    SELECT t.agent_id, coalesce(sum(t.accrued) FILTER (WHERE ${range}), 0) AS accrued,
           coalesce(sum(t.reversed) FILTER (WHERE ${range}), 0) AS reversed,
           coalesce(sum(t.collected) FILTER (WHERE ${range}), 0) AS collected, -sum(t.repaid) AS outstanding
    FROM told t WHERE t.agent_id = ANY (${ids}::bigint[]) AND ${until(filter, sql`t.day`)}
    GROUP BY t.agent_id`.execute(db);
  return readSums(rows, sums);
}

/** A fee that accrues and is not owed has been collected: so has one that was owed and is not any more. */
function incomeByDay(scope: Scope, filter: IncomeFilter): RawBuilder<unknown> {
  const kinds = toldBy[filter.tab];
  return sql`
    WITH figure AS (
      SELECT n.day, n.agent_id, n.currency,
             coalesce(sum(n.credited) FILTER (WHERE n.kind <> 'A120'), 0) AS accrued,
             coalesce(sum(n.debited) FILTER (WHERE n.kind <> 'A120'), 0) AS reversed,
             coalesce(sum(n.credited - n.debited) FILTER (WHERE n.kind = 'A120'), 0) AS repaid
      FROM income_day_now n
      WHERE n.kind = ANY (${kinds}) AND ${ofWhom(scope, filter, 'n')}
      GROUP BY n.day, n.agent_id, n.currency
    ), told AS (
      SELECT f.*, f.accrued - f.reversed + f.repaid AS collected,
             -sum(f.repaid) OVER (PARTITION BY f.agent_id, f.currency ORDER BY f.day) AS outstanding,
             f.day = max(f.day) OVER (PARTITION BY f.agent_id, f.currency) AS is_latest
      FROM figure f
    )`;
}

function ofWhom(scope: Scope, filter: IncomeFilter, alias: string): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [inTree(scope, { agent: `${alias}.agent_id` })];
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if (filter.agentId !== undefined) conditions.push(sql`${column('agent_id')} = ${filter.agentId}`);
  if (filter.currency !== undefined) conditions.push(sql`${column('currency')} = ${filter.currency}`);
  return sql.join(conditions, sql` AND `);
}

function inRange(filter: IncomeFilter, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = filter.from === undefined ? sql`true` : sql`${day} >= business_day(${filter.from})`;
  return sql`(${since} AND ${until(filter, day)})`;
}

const until = ({ to }: IncomeFilter, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  to === undefined ? sql`true` : sql`${day} <= business_day(${to}::timestamptz - interval '1 microsecond')`;

export interface ListedEntry extends IncomeFigures {
  readonly journal_id: bigint;
  readonly posted_at: Date;
  readonly event: string;
  readonly order_no: string | null;
  readonly agent_id: bigint;
  readonly agent_name: string | null;
  readonly operator: string | null;
  readonly note: string | null;
}

/** One page of the journals behind the figures of the same filter, the latest first. */
export async function listEntries(
  db: Kysely<Tables>,
  scope: Scope,
  filter: IncomeFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedEntry[]> {
  // Who acts for the platform has no name to a senior agent.
  const isPlatform = scope.kind === 'platform';
  const { rows } = await sql<WithSums<ListedEntry, 'accrued' | 'reversed' | 'collected'>>`
    ${entries(scope, filter)}
    SELECT e.journal_id, j.posted_at, j.event, coalesce(o.order_no, p.order_no) AS order_no, e.agent_id, u.name AS agent_name,
           e.currency, e.accrued, e.reversed, e.collected, op.username AS operator,
           CASE WHEN ${isPlatform} THEN j.note END AS note
    FROM entry e
    JOIN journal j ON j.id = e.journal_id
    LEFT JOIN app_user u ON u.id = e.agent_id
    LEFT JOIN app_user op ON op.id = j.actor_id AND ${isPlatform}
    LEFT JOIN whole.collection_order o ON o.id = j.ref_id AND j.event LIKE 'collection.%'
    LEFT JOIN whole.payout_order p ON p.id = j.ref_id AND j.event LIKE 'payout.%'
    ORDER BY e.journal_id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums(rows, ['accrued', 'reversed', 'collected']);
}

export interface EntrySum extends IncomeFigures {
  readonly count: bigint;
}

/** The totals of the whole filter, one row a currency: those of the figures. */
export async function sumEntries(
  db: Kysely<Tables>,
  scope: Scope,
  filter: IncomeFilter,
): Promise<EntrySum[]> {
  const { rows } = await sql<WithSums<EntrySum, 'accrued' | 'reversed' | 'collected'>>`
    ${entries(scope, filter)}
    SELECT e.currency, count(*) AS count, sum(e.accrued) AS accrued, sum(e.reversed) AS reversed, sum(e.collected) AS collected
    FROM entry e GROUP BY e.currency ORDER BY e.currency`.execute(db);
  return readSums(rows, ['accrued', 'reversed', 'collected']);
}

/** They are looked for between the first and the last journal that the figures count. */
function entries(scope: Scope, filter: IncomeFilter): RawBuilder<unknown> {
  const kinds = toldBy[filter.tab];
  return sql`
    WITH span AS MATERIALIZED (
      SELECT min(n.first_journal) - 1 AS above, max(n.last_journal) AS upto FROM income_day_now n
      WHERE n.kind = ANY (${kinds}) AND ${ofWhom(scope, filter, 'n')} AND ${inRange(filter, sql`n.day`)}
    ), entry AS (
      SELECT l.journal_id, l.agent_id, l.currency,
             coalesce(sum(greatest(l.amount, 0)) FILTER (WHERE l.kind <> 'A120'), 0) AS accrued,
             coalesce(sum(greatest(-l.amount, 0)) FILTER (WHERE l.kind <> 'A120'), 0) AS reversed,
             sum(l.amount) AS collected
      FROM span s CROSS JOIN LATERAL income_legs(s.above, s.upto) l
      WHERE l.kind = ANY (${kinds}) AND ${ofWhom(scope, filter, 'l')} AND ${inRange(filter, sql`business_day(l.posted_at)`)}
      GROUP BY l.journal_id, l.agent_id, l.currency
    )`;
}
