import { accountKinds } from '@suanpan/domain/accounts';
import { journalEvents } from '@suanpan/domain/journals/journal-events';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { isNamedTo } from '../../platform/db/in-tree.ts';
import { wordsBy } from '../../platform/lines/line-form.ts';
import type { LineSource } from '../../platform/lines/write-lines.ts';
import { readSums } from '../../platform/db/sums.ts';
import type { WithSums } from '../../platform/db/sums.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { sqlToldFailure } from '../../platform/told-failure.ts';
import type { Scope } from '../../platform/http/actor.ts';

export interface ChangelogFilter {
  readonly ownerId?: bigint;
  readonly ownerRole?: string;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
  readonly orderNo?: string;
  readonly event?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Only the legs that come after this one, newest first. */
  readonly after?: { readonly journalId: bigint; readonly legNo: bigint };
}

export interface ChangelogRow {
  readonly journal_id: bigint;
  readonly leg_no: bigint;
  readonly posted_at: Date;
  readonly event: string;
  readonly order_no: string | null;
  readonly owner_id: bigint;
  readonly owner_name: string;
  readonly account: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly balance_after: bigint;
  readonly operator: string | null;
  readonly note: string | null;
}

export interface ChangelogSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly credited: bigint;
  readonly debited: bigint;
}

/**
 * Turnover records: the legs on accounts with a running balance that the caller may see, newest first.
 * A senior agent sees his tree, everybody else only his own accounts; only the platform sees all.
 */
export async function listChangelogs(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ChangelogFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ChangelogRow[]> {
  const { rows } = await sql<ChangelogRow>`
    SELECT j.id AS journal_id, leg.leg_no, j.posted_at, j.event, coalesce(o.order_no, p.order_no) AS order_no, a.owner_id, u.name AS owner_name,
           a.kind AS account, j.currency, leg.amount, leg.balance_after, op.username AS operator, j.note
    ${newestLegs(scope, filter)}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** Turnover records as the columns of a file, newest first: what `presentChangelog` shows. */
export function changelogLines(scope: Scope, filter: ChangelogFilter, locale: Locale): LineSource {
  return {
    from: (limit) => sql`${newestLegs(scope, filter)} LIMIT ${limit}`,
    place: [sql`j.id`, sql`leg.leg_no`],
    currency: sql`j.currency`,
    cells: {
      created_at: { at: sql`j.posted_at` },
      event: {
        word: sql`j.event`,
        words: wordsBy(journalEvents, (one) => translate(locale, `statuses.journal.${one}`)),
      },
      order_no: { text: sql`coalesce(o.order_no, p.order_no)` },
      owner: { name: sql`u.name`, id: sql`a.owner_id` },
      account: {
        word: sql`a.kind`,
        words: wordsBy(accountKinds, (one) => translate(locale, `statuses.account.${one}`)),
      },
      currency: { text: sql`j.currency` },
      before: { minor: sql`leg.balance_after - leg.amount` },
      change: { minor: sql`leg.amount` },
      after: { minor: sql`leg.balance_after` },
      operator: { text: sql`op.username` },
      note: { text: sqlToldFailure(locale, sql`j.note`) },
      journal_id: { text: sql`j.id` },
    },
  };
}

function newestLegs(scope: Scope, filter: ChangelogFilter): RawBuilder<unknown> {
  return sql`${legsInScope(scope, filter)} ORDER BY j.id DESC, leg.leg_no`;
}

/** The sums of the whole filter, one row a currency. */
export async function sumChangelogs(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ChangelogFilter,
): Promise<ChangelogSum[]> {
  const { rows } = await sql<WithSums<ChangelogSum, 'credited' | 'debited'>>`
    SELECT j.currency, count(*) AS count,
           coalesce(sum(leg.amount) FILTER (WHERE leg.amount > 0), 0) AS credited,
           coalesce(-sum(leg.amount) FILTER (WHERE leg.amount < 0), 0) AS debited
    ${legsInScope(scope, filter)}
    GROUP BY j.currency ORDER BY j.currency`.execute(db);
  return readSums(rows, ['credited', 'debited']);
}

function legsInScope(scope: Scope, filter: ChangelogFilter): RawBuilder<unknown> {
  const conditions = [sql`j.book = 'main'`, sql`leg.balance_after IS NOT NULL`, ...scopeConditions(scope)];
  if (filter.ownerId !== undefined) {
    const owner = filter.ownerId;
    conditions.push(
      sql`a.owner_id = ${owner}`,
      sql`${owner} IN (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id)`,
    );
  }
  if (filter.ownerRole !== undefined) conditions.push(sql`u.kind = ${filter.ownerRole}`);
  if (filter.customerId !== undefined) conditions.push(sql`j.customer_id = ${filter.customerId}`);
  if (filter.agentId !== undefined) conditions.push(sql`j.agent_id = ${filter.agentId}`);
  if (filter.orderNo !== undefined)
    conditions.push(
      sql`${filter.orderNo} IN (o.order_no, o.merchant_order_no, p.order_no, p.merchant_order_no)`,
    );
  if (filter.event !== undefined) conditions.push(sql`j.event = ${filter.event}`);
  if (filter.currency !== undefined) conditions.push(sql`j.currency = ${filter.currency}`);
  if (filter.account !== undefined) conditions.push(sql`a.kind = ${filter.account}`);
  if (filter.from !== undefined) conditions.push(sql`j.posted_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`j.posted_at < ${filter.to}`);
  if (filter.after !== undefined) {
    const { journalId, legNo } = filter.after;
    conditions.push(sql`j.id <= ${journalId}`, sql`(j.id < ${journalId} OR leg.leg_no > ${legNo})`);
  }
  return sql`
    FROM journal j
    CROSS JOIN LATERAL unnest(j.account_ids, j.amounts, j.balances_after) WITH ORDINALITY
      AS leg (account_id, amount, balance_after, leg_no)
    JOIN account a ON a.id = leg.account_id
    JOIN app_user u ON u.id = a.owner_id
    LEFT JOIN app_user op ON op.id = j.actor_id AND ${isNamedTo(scope, 'op')}
    LEFT JOIN whole.collection_order o ON o.id = j.ref_id AND j.event LIKE 'collection.%'
    LEFT JOIN whole.payout_order p ON p.id = j.ref_id AND j.event LIKE 'payout.%'
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

function scopeConditions(scope: Scope): RawBuilder<unknown>[] {
  switch (scope.kind) {
    case 'platform':
      return [];
    case 'agent':
      return [sql`j.agent_id = ${scope.agentId}`];
    case 'subAgent':
      return [sql`j.sub_agent_id = ${scope.subAgentId}`, ...earned(scope.subAgentId)];
    case 'customer':
      return [sql`j.customer_id = ${scope.customerId}`, sql`a.owner_id = ${scope.customerId}`];
    case 'middleman':
      return [sql`j.middleman_id = ${scope.middlemanId}`, ...earned(scope.middlemanId)];
  }
}

/** What he earned on merchants' orders, found through them, and the journals of his own money, which name no merchant. */
function earned(earnerId: bigint): RawBuilder<unknown>[] {
  return [
    sql`a.owner_id = ${earnerId}`,
    sql`(j.customer_id IS NULL OR j.customer_id IN (SELECT e.customer_id FROM merchant_earner e WHERE e.earner_id = ${earnerId}))`,
  ];
}
