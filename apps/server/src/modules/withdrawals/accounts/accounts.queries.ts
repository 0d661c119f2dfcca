import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface ListedAccount {
  readonly id: bigint;
  readonly owner_id: bigint;
  readonly owner_name: string;
  readonly type: 'bank' | 'chain';
  readonly currency: Currency;
  readonly account_name: string | null;
  readonly bank_code: string | null;
  readonly branch: string | null;
  readonly province: string | null;
  readonly city: string | null;
  readonly alias: string | null;
  readonly card_shown: string | null;
  readonly address: string | null;
  readonly network: string | null;
  readonly usable_from: Date;
  readonly status: 'waiting' | 'active' | 'refused';
  readonly made_by: bigint;
  readonly created_at: Date;
}

interface AccountFilter {
  readonly id?: bigint;
  readonly ownerId?: bigint;
}

const inOwnTree = (scope: Scope): RawBuilder<unknown> =>
  inTree(scope, {
    agent: 'o.agent_id',
    subAgent: 'o.id',
    customer: 'o.id',
    middleman: 'o.id',
  });

/** One page of the accounts that the caller may see: those that wait first, then the newest. His own of an owner. */
export async function listAccounts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AccountFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    SELECT a.id, a.owner_id, o.name AS owner_name, a.type, a.currency, a.account_name, a.bank_code, a.branch, a.province, a.city,
           a.alias, a.card_shown, a.address, a.network, a.usable_from, a.made_by, a.created_at,
           CASE WHEN a.refused THEN 'refused' WHEN a.usable_from <= (SELECT business_now()) THEN 'active' ELSE 'waiting' END AS status
    ${accountsIn(scope, filter)}
    ORDER BY (NOT a.refused AND a.usable_from > (SELECT business_now())) DESC, a.id DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countAccounts(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AccountFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count ${accountsIn(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function accountsIn(scope: Scope, filter: AccountFilter): RawBuilder<unknown> {
  const own = scope.kind === 'agent' ? sql`o.id = ${scope.agentId}` : sql`false`;
  const conditions = [
    sql`a.deleted_at IS NULL`,
    sql`(${inOwnTree(scope)} OR ${own})`,
    ...(filter.id === undefined ? [] : [sql`a.id = ${filter.id}`]),
    ...(filter.ownerId === undefined ? [] : [sql`a.owner_id = ${filter.ownerId}`]),
  ];
  return sql`FROM withdraw_account a JOIN app_user o ON o.id = a.owner_id WHERE ${sql.join(conditions, sql` AND `)}`;
}
