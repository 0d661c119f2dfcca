import type {
  DifferenceType,
  ResolveAct,
  StatementColumn,
  StatementKind,
  StatementStatus,
} from '@suanpan/domain/reconciliation';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import { readSums } from '../../platform/db/sums.ts';
import type { WithSums } from '../../platform/db/sums.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';

type Reader = Kysely<Tables> | Tx;
interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** A channel account whose statements are held against the books. */
export interface ReconciledAccount {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint;
  readonly provider_id: bigint;
  readonly direction: 'collection' | 'payout';
  readonly currency: Currency;
}

/** An account of the caller's tree: the platform's all, a senior agent's own. */
export async function findAccount(
  db: Reader,
  scope: Scope,
  id: bigint,
): Promise<ReconciledAccount | undefined> {
  const { rows } = await sql<ReconciledAccount>`
    SELECT a.id, a.name, a.agent_id, a.provider_id, a.direction, a.currency FROM reconciliation_account a
    WHERE a.id = ${id} AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(db);
  return rows[0];
}

export interface ListedDay {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly provider_id: bigint;
  readonly provider_name: string;
  readonly currency: Currency;
  readonly day: string;
  readonly lines: number;
  readonly matched: number;
  readonly open: number;
  readonly open_by_type: readonly { readonly type: DifferenceType; readonly count: number }[];
  readonly ours: bigint;
  readonly theirs: bigint;
  readonly files: number;
  readonly imported_at: Date | null;
  readonly closed_at: Date | null;
  readonly closed_by_name: string | null;
}

export interface DayFilter {
  readonly accountId?: bigint;
  readonly state?: 'open' | 'closed';
  readonly from?: string;
  readonly to?: string;
  readonly id?: bigint;
  readonly day?: string;
}

function wantedDays(scope: Scope, filter: DayFilter): RawBuilder<unknown> {
  return sql.join(
    [
      inTree(scope, { agent: 'd.agent_id' }),
      ...(filter.id === undefined ? [] : [sql`d.id = ${filter.id}`]),
      ...(filter.accountId === undefined ? [] : [sql`d.account_id = ${filter.accountId}`]),
      ...(filter.day === undefined ? [] : [sql`d.day = ${filter.day}::date`]),
      ...(filter.from === undefined ? [] : [sql`d.day >= ${filter.from}::date`]),
      ...(filter.to === undefined ? [] : [sql`d.day <= ${filter.to}::date`]),
      ...(filter.state === undefined ? [] : [sql`(d.closed_at IS NULL) = ${filter.state === 'open'}`]),
    ],
    sql` AND `,
  );
}

/** Days of the caller's tree, the newest first. */
export async function listDays(
  db: Reader,
  scope: Scope,
  filter: DayFilter,
  page: Page,
): Promise<ListedDay[]> {
  const { rows } = await sql<WithSums<ListedDay, 'ours' | 'theirs'>>`
    SELECT d.*, coalesce((SELECT jsonb_agg(jsonb_build_object('type', k.type, 'count', k.count) ORDER BY k.type)
      FROM (SELECT type, count(*) FROM reconciliation_difference WHERE day_id = d.id AND act IS NULL GROUP BY type) k),
      '[]') AS open_by_type
    FROM reconciliation_day_now d WHERE ${wantedDays(scope, filter)}
    ORDER BY d.day DESC, d.account_name, d.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums<ListedDay, 'ours' | 'theirs'>(rows, ['ours', 'theirs']);
}

export interface ReconciledSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly ours: bigint;
  readonly theirs: bigint;
}

export async function sumDays(db: Reader, scope: Scope, filter: DayFilter): Promise<ReconciledSum[]> {
  const { rows } = await sql<WithSums<ReconciledSum, 'ours' | 'theirs'>>`
    SELECT d.currency, count(*) AS count, sum(d.ours) AS ours, sum(d.theirs) AS theirs
    FROM reconciliation_day_now d WHERE ${wantedDays(scope, filter)} GROUP BY d.currency ORDER BY d.currency`.execute(
    db,
  );
  return readSums<ReconciledSum, 'ours' | 'theirs'>(rows, ['ours', 'theirs']);
}

export interface KeptImport {
  readonly id: bigint;
  readonly day_id: bigint;
  readonly hash: Buffer;
  readonly lines: number;
  readonly known: number;
}

/** An import of the caller's tree. */
export async function findImport(db: Reader, scope: Scope, id: bigint): Promise<KeptImport | undefined> {
  const { rows } = await sql<KeptImport>`
    SELECT i.id, i.day_id, i.hash, i.lines, i.known FROM reconciliation_import i
    JOIN reconciliation_day_now d ON d.id = i.day_id
    WHERE i.id = ${id} AND ${inTree(scope, { agent: 'd.agent_id' })}`.execute(db);
  return rows[0];
}

/** The same file of the same day, where it was imported before. */
export async function importOf(
  db: Reader,
  accountId: bigint,
  day: string,
  hash: Buffer,
): Promise<KeptImport | undefined> {
  const { rows } = await sql<KeptImport>`
    SELECT i.id, i.day_id, i.hash, i.lines, i.known FROM reconciliation_import i JOIN reconciliation_day d ON d.id = i.day_id
    WHERE d.channel_account_id = ${accountId} AND d.day = ${day}::date AND i.hash = ${hash}`.execute(db);
  return rows[0];
}

/** Whether there is an account at this provider. */
export async function isProvider(db: Reader, id: bigint): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM reconciliation_account a WHERE a.provider_id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export interface KeptMapping {
  readonly titles: Partial<Record<StatementColumn, string>>;
  readonly version: number;
}

export async function findMapping(db: Reader, providerId: bigint): Promise<KeptMapping | undefined> {
  const { rows } = await sql<KeptMapping>`
    SELECT titles, version FROM reconciliation_mapping WHERE provider_id = ${providerId}`.execute(db);
  return rows[0];
}

export interface ListedDifference {
  readonly id: bigint;
  readonly type: DifferenceType;
  readonly day_id: bigint;
  readonly day: string;
  readonly day_closed: boolean;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly direction: 'collection' | 'payout';
  readonly agent_id: bigint;
  readonly currency: Currency;
  readonly order_kind: 'collection' | 'payout' | null;
  readonly order_id: bigint | null;
  readonly order_no: string | null;
  readonly order_status: string | null;
  readonly n: number | null;
  readonly line_kind: StatementKind | null;
  readonly line_ref: string | null;
  readonly line_own_no: string | null;
  readonly line_at: Date | null;
  readonly line_status: StatementStatus | null;
  readonly booked_ref: string | null;
  readonly ours: bigint;
  readonly theirs: bigint;
  readonly found_at: Date;
  readonly age_s: number;
  readonly assignee_id: bigint | null;
  readonly assignee_name: string | null;
  readonly act: 'matched' | ResolveAct | null;
  readonly journal_id: bigint | null;
  readonly reason: string | null;
  readonly resolved_at: Date | null;
  readonly resolved_by_name: string | null;
  readonly comments: readonly { readonly by: string; readonly at: string; readonly text: string }[];
}

export interface DifferenceFilter {
  readonly id?: bigint;
  readonly type?: DifferenceType;
  readonly state?: 'open' | 'resolved';
  readonly accountId?: bigint;
  readonly day?: string;
  readonly currency?: Currency;
  readonly search?: string;
}

function wantedDifferences(scope: Scope, filter: DifferenceFilter): RawBuilder<unknown> {
  const state =
    filter.id !== undefined || filter.search !== undefined
      ? sql`true`
      : sql`(k.act IS NULL OR k.resolved_at >= date_trunc('day', business_now() AT TIME ZONE 'Asia/Taipei') AT TIME ZONE 'Asia/Taipei')`;
  return sql.join(
    [
      inTree(scope, { agent: 'k.agent_id' }),
      filter.state === undefined ? state : sql`(k.act IS NULL) = ${filter.state === 'open'}`,
      ...(filter.id === undefined ? [] : [sql`k.id = ${filter.id}`]),
      ...(filter.type === undefined ? [] : [sql`k.type = ${filter.type}`]),
      ...(filter.accountId === undefined ? [] : [sql`k.account_id = ${filter.accountId}`]),
      ...(filter.day === undefined ? [] : [sql`k.day = ${filter.day}::date`]),
      ...(filter.currency === undefined ? [] : [sql`k.currency = ${filter.currency}`]),
      ...(filter.search === undefined || filter.search === ''
        ? []
        : [
            sql`${filter.search} IN (k.line_ref, k.line_own_no, k.order_no, k.merchant_order_no, k.booked_ref)`,
          ]),
    ],
    sql` AND `,
  );
}

/** Differences of the caller's tree, the oldest open first. */
export async function listDifferences(
  db: Reader,
  scope: Scope,
  filter: DifferenceFilter,
  page: Page,
): Promise<ListedDifference[]> {
  const { rows } = await sql<ListedDifference>`
    SELECT k.* FROM whole.reconciliation_difference_now k WHERE ${wantedDifferences(scope, filter)}
    ORDER BY k.act IS NOT NULL, k.found_at, k.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** What moved, and apart from it what differs in fees alone. */
export interface DifferenceSum extends ReconciledSum {
  readonly fees_ours: bigint;
  readonly fees_theirs: bigint;
}

export async function sumDifferences(
  db: Reader,
  scope: Scope,
  filter: DifferenceFilter,
): Promise<DifferenceSum[]> {
  const names = ['ours', 'theirs', 'fees_ours', 'fees_theirs'] as const;
  const { rows } = await sql<WithSums<DifferenceSum, (typeof names)[number]>>`
    SELECT k.currency, count(*) AS count,
           coalesce(sum(k.ours) FILTER (WHERE k.type <> 'fee'), 0) AS ours,
           coalesce(sum(k.theirs) FILTER (WHERE k.type <> 'fee'), 0) AS theirs,
           coalesce(sum(k.ours) FILTER (WHERE k.type = 'fee'), 0) AS fees_ours,
           coalesce(sum(k.theirs) FILTER (WHERE k.type = 'fee'), 0) AS fees_theirs
    FROM whole.reconciliation_difference_now k WHERE ${wantedDifferences(scope, filter)} GROUP BY k.currency ORDER BY k.currency`.execute(
    db,
  );
  return readSums<DifferenceSum, (typeof names)[number]>(rows, names);
}

/** Days before today that nobody closed, the oldest first, so many at a time. */
export async function unclosedDays(
  db: Reader,
): Promise<Pick<ListedDay, 'id' | 'account_id' | 'agent_id' | 'day'>[]> {
  const { rows } = await sql<Pick<ListedDay, 'id' | 'account_id' | 'agent_id' | 'day'>>`
    SELECT d.id, d.account_id, d.agent_id, d.day FROM reconciliation_day_now d
    WHERE d.closed_at IS NULL AND d.day < (business_now() AT TIME ZONE 'Asia/Taipei')::date
    ORDER BY d.day, d.account_id LIMIT 500`.execute(db);
  return rows;
}
