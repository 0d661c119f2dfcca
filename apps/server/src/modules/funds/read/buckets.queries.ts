import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface BucketFilter {
  readonly ownerId?: bigint;
  readonly roleName?: string;
  readonly currency?: string;
}

const money = [
  'settleable',
  'payout_only',
  'unsettled',
  'frozen',
  'reserved',
  'fee_income',
  'receivable',
] as const;
type Money = (typeof money)[number];

export type BucketRow = Readonly<Record<Money, bigint>> & {
  readonly owner_id: bigint;
  readonly owner_name: string;
  readonly kind: 'agent' | 'subAgent' | 'middleman' | 'customer';
  readonly currency: Currency;
};

export type BucketSum = Readonly<Record<Money, bigint>> & {
  readonly currency: Currency;
  readonly count: bigint;
};

/** A bucket is a sum of accounts (domain §3). */
const figures = sql.raw(
  [
    ['settleable', "'L200'"],
    ['payout_only', "'L201', 'L202'"],
    ['unsettled', "'L210'"],
    ['frozen', "'L220'"],
    ['reserved', "'L230', 'L231', 'L232'"],
    ['fee_income', "'L240'"],
    ['receivable', "'A130'"],
  ]
    .map(([name, kinds]) => `coalesce(sum(b.balance) FILTER (WHERE a.kind IN (${kinds})), 0) AS ${name}`)
    .join(', '),
);

/** What the owners of the caller's tree hold, one row an owner and currency. */
export async function listBuckets(
  db: Kysely<Tables>,
  scope: Scope,
  filter: BucketFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<BucketRow[]> {
  const { rows } = await sql<WithSums<BucketRow, Money>>`
    SELECT u.id AS owner_id, u.name AS owner_name, u.kind, a.currency, ${figures}
    ${accountsIn(scope, filter)}
    GROUP BY u.id, a.currency ORDER BY u.id, a.currency
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums<BucketRow, Money>(rows, money);
}

/** The sums of the whole filter, with how many rows there are of each currency. */
export async function sumBuckets(
  db: Kysely<Tables>,
  scope: Scope,
  filter: BucketFilter,
): Promise<BucketSum[]> {
  const { rows } = await sql<WithSums<BucketSum, Money>>`
    SELECT a.currency, count(DISTINCT u.id) AS count, ${figures}
    ${accountsIn(scope, filter)}
    GROUP BY a.currency ORDER BY a.currency`.execute(db);
  return readSums<BucketSum, Money>(rows, money);
}

function accountsIn(scope: Scope, filter: BucketFilter): RawBuilder<unknown> {
  const conditions = [
    sql`a.book = 'main'`,
    sql`u.kind IN ('agent', 'subAgent', 'middleman', 'customer')`,
    ownersOf(scope),
  ];
  if (filter.ownerId !== undefined) conditions.push(sql`u.id = ${filter.ownerId}`);
  if (filter.roleName !== undefined) conditions.push(sql`u.kind = ${filter.roleName}`);
  if (filter.currency !== undefined) conditions.push(sql`a.currency = ${filter.currency}`);
  return sql`
    FROM app_user u JOIN account a ON a.owner_id = u.id JOIN balance b ON b.account_id = a.id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** A senior agent sees himself and everybody below him; whoever earns alone sees himself. */
function ownersOf(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`(u.id = ${scope.agentId} OR u.agent_id = ${scope.agentId})`;
    case 'subAgent':
      return sql`u.id = ${scope.subAgentId}`;
    case 'middleman':
      return sql`u.id = ${scope.middlemanId}`;
    case 'customer':
      return sql`u.id = ${scope.customerId}`;
  }
}
