import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { MovementRow } from '@suanpan/contract/endpoints/funds';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export type MovementKind = MovementRow['kind'];

export interface RegisterFilter {
  readonly kind?: MovementKind;
  readonly ownerId?: bigint;
  readonly operatorId?: bigint;
  readonly currency?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what stands before this journal. */
  readonly before?: bigint;
}

export interface Movement {
  readonly journal_id: bigint;
  readonly posted_at: Date;
  readonly kind: MovementKind;
  readonly no: string | null;
  readonly from_id: bigint | null;
  readonly from_name: string | null;
  readonly from_account: string;
  readonly to_id: bigint | null;
  readonly to_name: string | null;
  readonly to_account: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly operator: string | null;
  readonly note: string | null;
}

export interface RegisterSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly amount: bigint;
}

/** The journals of the movements that exist, by which they are found. */
const events = [
  'deposit.credit',
  'feeIncome.transfer',
  'balance.adjust',
  'balance.freeze',
  'balance.unfreeze',
  'settleable.edit',
  'income.draw',
  'income.exchange',
] as const satisfies readonly JournalEvent[];

const kind = sql`CASE j.event WHEN 'deposit.credit' THEN 'deposit' WHEN 'feeIncome.transfer' THEN 'transfer'
  WHEN 'balance.adjust' THEN m.kind WHEN 'settleable.edit' THEN 'settleable'
  WHEN 'income.draw' THEN 'drawing' WHEN 'income.exchange' THEN 'exchange' ELSE 'freeze' END`;

/** One page of the movements that the caller may see, newest first; every query carries his scope. */
export async function listMovements(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RegisterFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    SELECT j.id AS journal_id, j.posted_at, ${kind} AS kind, d.no, f.id AS from_id, f.name AS from_name, x.from_account,
           t.id AS to_id, t.name AS to_name, x.to_account, x.amount, j.currency, op.username AS operator, j.note
    ${movementsIn(scope, filter)}
    ORDER BY j.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** The sums of the whole filter, one row a currency. */
export async function sumMovements(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RegisterFilter,
): Promise<RegisterSum[]> {
  const { rows } = await sql<WithSums<RegisterSum, 'amount'>>`
    SELECT j.currency, count(*) AS count, sum(x.amount) AS amount
    ${movementsIn(scope, filter)}
    GROUP BY j.currency ORDER BY j.currency`.execute(db);
  return readSums(rows, ['amount']);
}

/**
 * What left one side is what came to the other; of an exchange of the house, what its bank moved of either currency. A top-up comes to its owner's payout-only money, whatever he owed of it; the
 * name of an owner is told to whoever stands above him.
 */
function movementsIn(scope: Scope, filter: RegisterFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`j.event = ANY (${[...events]})`,
    sql`j.book = 'main'`,
    inTree(scope, {
      agent: 'j.agent_id',
      subAgent: 'j.sub_agent_id',
      customer: 'j.customer_id',
      middleman: 'j.middleman_id',
    }),
  ];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (filter.kind !== undefined) add(sql`${kind} = ${filter.kind}`);
  if (filter.ownerId !== undefined) add(sql`${filter.ownerId} IN (x.from_id, x.to_id)`);
  if (filter.operatorId !== undefined) add(sql`j.actor_id = ${filter.operatorId} AND op.id IS NOT NULL`);
  if (filter.currency !== undefined) add(sql`j.currency = ${filter.currency}`);
  if (filter.from !== undefined) add(sql`j.posted_at >= ${filter.from}`);
  if (filter.to !== undefined) add(sql`j.posted_at < ${filter.to}`);
  if (filter.before !== undefined) add(sql`j.id < ${filter.before}`);
  return sql`
    FROM journal j
    LEFT JOIN fund_move m ON m.id = j.ref_id AND j.event = 'balance.adjust'
    LEFT JOIN deposit d ON d.id = j.ref_id AND j.event = 'deposit.credit'
    CROSS JOIN LATERAL (
      SELECT max(a.owner_id) FILTER (WHERE l.amount < 0) AS from_id, min(a.kind) FILTER (WHERE l.amount < 0) AS from_account,
             max(a.owner_id) FILTER (WHERE l.amount > 0) AS to_id,
             coalesce(min(a.kind) FILTER (WHERE l.amount > 0 AND a.kind LIKE 'L2%'), min(a.kind) FILTER (WHERE l.amount > 0)) AS to_account,
             CASE j.event WHEN 'income.exchange' THEN abs(sum_minor(l.amount) FILTER (WHERE a.kind = 'A110'))
               ELSE -sum_minor(l.amount) FILTER (WHERE l.amount < 0) END AS amount
      FROM unnest(j.account_ids, j.amounts) AS l (id, amount) JOIN account a ON a.id = l.id
    ) x
    LEFT JOIN app_user f ON f.id = x.from_id
    LEFT JOIN app_user t ON t.id = x.to_id
    LEFT JOIN app_user op ON op.id = j.actor_id AND ${isNamedTo(scope, 'op')}
    WHERE ${sql.join(conditions, sql` AND `)}`;
}
