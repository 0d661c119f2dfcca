import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface DepositFilter {
  readonly id?: bigint;
  readonly no?: string;
  readonly ownerId?: bigint;
  readonly status?: string;
  readonly method?: string;
  readonly currency?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what is open, and what was closed on this business day. */
  readonly isQueue?: boolean;
  /** Those of smaller ids, for the pages of a file. */
  readonly before?: bigint;
}

export interface ListedDeposit {
  readonly id: bigint;
  readonly no: string;
  readonly owner_id: bigint;
  readonly owner_name: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly method: 'bank' | 'chain';
  readonly payer_last5: string | null;
  readonly tx_hash: string | null;
  readonly note: string | null;
  readonly slip: string | null;
  /** Other merchants' claims to the same transfer; for the platform alone, because they are of other trees too. */
  readonly claimed_by_others: { readonly no: string; readonly owner: string }[];
  readonly status: 'pending' | 'credited' | 'rejected' | 'cancelled';
  readonly made_by: bigint;
  readonly applicant: string | null;
  readonly operator: string | null;
  readonly decision_reason: string | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

export interface DepositSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly credited: bigint;
}

function claimsBeside(scope: Scope): RawBuilder<unknown> {
  if (scope.kind !== 'platform') return sql`'[]'::json`;
  return sql`CASE WHEN d.tx_hash IS NULL THEN '[]'::json ELSE (
    SELECT coalesce(json_agg(json_build_object('no', c.no, 'owner', u2.name) ORDER BY c.id), '[]')
    FROM claims_beside(d) c JOIN app_user u2 ON u2.id = c.owner_id) END`;
}

/** One page of the top-ups that the caller may see, newest first; every query carries his scope. */
export async function listDeposits(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DepositFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedDeposit[]> {
  const { rows } = await sql<ListedDeposit>`
    SELECT d.id, d.no, d.owner_id, u.name AS owner_name, d.currency, d.amount, d.fee, d.method, d.payer_last5, d.tx_hash, d.note, d.slip,
           ${claimsBeside(scope)} AS claimed_by_others, d.status, d.made_by, m.username AS applicant, op.username AS operator, d.decision_reason, d.created_at, d.completed_at
    FROM deposit d
    JOIN app_user u ON u.id = d.owner_id
    LEFT JOIN app_user m ON m.id = d.made_by AND ${isNamedTo(scope, 'm')}
    LEFT JOIN app_user op ON op.id = d.decided_by AND ${isNamedTo(scope, 'op')}
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY d.created_at DESC, d.id DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** The totals of the whole filter, one row a currency. */
export async function sumDeposits(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DepositFilter,
): Promise<DepositSum[]> {
  const { rows } = await sql<WithSums<DepositSum, 'amount' | 'fee' | 'credited'>>`
    SELECT d.currency, count(*) AS count, sum(d.amount) AS amount, coalesce(sum(d.fee), 0) AS fee,
           coalesce(sum(d.amount - d.fee), 0) AS credited
    FROM deposit d WHERE ${conditionsOf(scope, filter)} GROUP BY d.currency ORDER BY d.currency`.execute(db);
  return readSums(rows, ['amount', 'fee', 'credited']);
}

function conditionsOf(scope: Scope, filter: DepositFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [inTree(scope, { agent: 'd.agent_id', customer: 'd.owner_id' })];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.id !== undefined) add(sql`d.id = ${filter.id}`);
  if (filter.no !== undefined) add(sql`d.no = ${filter.no}`);
  if (filter.ownerId !== undefined) add(sql`d.owner_id = ${filter.ownerId}`);
  if (filter.status !== undefined) add(sql`d.status = ${filter.status}`);
  if (filter.method !== undefined) add(sql`d.method = ${filter.method}`);
  if (filter.currency !== undefined) add(sql`d.currency = ${filter.currency}`);
  if (filter.from !== undefined) add(sql`d.created_at >= ${filter.from}`);
  if (filter.to !== undefined) add(sql`d.created_at < ${filter.to}`);
  if (filter.before !== undefined) add(sql`d.id < ${filter.before}`);
  if (filter.isQueue === true) {
    add(sql`(d.status = 'pending' OR business_day(d.completed_at) = business_day((SELECT business_now())))`);
  }
  return sql.join(conditions, sql` AND `);
}

/** Which slips `s` somebody may see: those of top-ups in his tree. */
export const isShownDepositSlip = (scope: Scope): RawBuilder<unknown> => sql`
  EXISTS (SELECT FROM deposit d WHERE d.slip = s.hash AND ${inTree(scope, { agent: 'd.agent_id', customer: 'd.owner_id' })})`;
