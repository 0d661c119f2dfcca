import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { userSorts } from '@suanpan/contract/endpoints/users';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { seesMoneyBelow } from '../find/sees-money.ts';
import { usersInScope } from '../find/users-in-scope.queries.ts';

export interface UserFilter {
  readonly kinds: readonly RoleName[];
  readonly statuses?: readonly UserStatus[];
  readonly search?: string;
  readonly agentId?: bigint;
  readonly subAgentId?: bigint;
  readonly ownerId?: bigint;
  readonly id?: bigint;
  readonly from?: Date;
  readonly to?: Date;
  /** Only who comes after this user, newest first. */
  readonly after?: bigint;
}

export type UserSort = (typeof userSorts)[number];

export interface UserListRow {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly username: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly currency: Currency;
  readonly status: UserStatus;
  readonly switched_off_by: bigint | null;
  readonly parent_id: bigint | null;
  readonly owner_name: string | null;
  readonly person_id: bigint;
  readonly person_name: string;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly sub_agent_id: bigint | null;
  readonly sub_agent_name: string | null;
  readonly middleman_id: bigint | null;
  readonly middleman_name: string | null;
  readonly totp_bound: boolean;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Minor units in the user's own currency; zero for those without accounts. */
  readonly balance: bigint;
  readonly settleable: bigint;
  readonly unsettled: bigint;
  readonly frozen: bigint;
}

export interface UserSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly balance: bigint;
  readonly settleable: bigint;
  readonly unsettled: bigint;
  readonly frozen: bigint;
}

const moneySums = ['balance', 'settleable', 'unsettled', 'frozen'] as const;

const orders: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  '-created_at': sql`u.created_at DESC, u.id DESC`,
  created_at: sql`u.created_at, u.id`,
  // Amounts are compared within a currency only.
  '-balance': sql`u.currency, m.balance DESC, u.id DESC`,
  balance: sql`u.currency, m.balance, u.id`,
  '-last_login_at': sql`u.last_login_at DESC NULLS LAST, u.id DESC`,
  last_login_at: sql`u.last_login_at NULLS FIRST, u.id`,
};

/** Users of a scope with their balances, all in one statement. */
export async function listUsers(
  db: Kysely<Tables>,
  scope: Scope,
  filter: UserFilter,
  page: { readonly sort: UserSort; readonly offset: number; readonly limit: number },
): Promise<UserListRow[]> {
  const { rows } = await sql<WithSums<UserListRow, (typeof moneySums)[number]>>`
    SELECT u.id, u.kind, u.username, u.name, u.phone, u.email, u.currency, u.status, u.switched_off_by, u.parent_id,
           o.name AS owner_name, u.person_id, pe.name AS person_name, u.agent_id, ag.name AS agent_name, u.sub_agent_id, ga.name AS sub_agent_name,
           u.middleman_id, mm.name AS middleman_name, u.totp_bound_at IS NOT NULL AS totp_bound, u.last_login_at,
           u.created_at, u.updated_at, m.balance, m.settleable, m.unsettled, m.frozen
    FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    JOIN app_user pe ON pe.id = u.person_id
    LEFT JOIN app_user ag ON ag.id = u.agent_id
    LEFT JOIN app_user ga ON ga.id = u.sub_agent_id
    LEFT JOIN app_user mm ON mm.id = u.middleman_id
    ${moneyOfUser(scope)}
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY ${orders[page.sort]}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums(rows, moneySums);
}

/** Counts and sums of the whole filter, one row a currency. */
export async function sumUsers(db: Kysely<Tables>, scope: Scope, filter: UserFilter): Promise<UserSum[]> {
  const { rows } = await sql<WithSums<UserSum, (typeof moneySums)[number]>>`
    SELECT u.currency, count(*) AS count, sum(m.balance) AS balance, sum(m.settleable) AS settleable,
           sum(m.unsettled) AS unsettled, sum(m.frozen) AS frozen
    FROM app_user u ${moneyOfUser(scope)}
    WHERE ${conditionsOf(scope, filter)}
    GROUP BY u.currency ORDER BY u.currency`.execute(db);
  return readSums(rows, moneySums);
}

/**
 * Balance = settleable and payout-only money; the unsettled and the frozen stand apart (domain §3). What the reader may not know
 * counts in no sum and in no order.
 */
const moneyOfUser = (scope: Scope): RawBuilder<unknown> => sql`
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(b.balance) FILTER (WHERE a.kind IN ('L200', 'L201', 'L202')), 0) AS balance,
             coalesce(sum(b.balance) FILTER (WHERE a.kind = 'L200'), 0) AS settleable,
             coalesce(sum(b.balance) FILTER (WHERE a.kind = 'L210'), 0) AS unsettled,
             coalesce(sum(b.balance) FILTER (WHERE a.kind = 'L220'), 0) AS frozen
      FROM account a JOIN balance b ON b.account_id = a.id
      WHERE a.owner_id = u.id AND a.currency = u.currency AND a.book = 'main' AND ${seesMoneyBelow(scope) ? sql`true` : sql`u.id = ${ownerOf(scope)}`}
    ) m`;

function conditionsOf(scope: Scope, filter: UserFilter): RawBuilder<unknown> {
  const conditions = [usersInScope(scope), sql`u.kind = ANY (${filter.kinds})`];
  if (filter.statuses !== undefined) conditions.push(sql`u.status = ANY (${filter.statuses})`);
  if (filter.agentId !== undefined) conditions.push(sql`${filter.agentId} IN (u.id, u.agent_id)`);
  if (filter.subAgentId !== undefined) conditions.push(sql`u.sub_agent_id = ${filter.subAgentId}`);
  if (filter.ownerId !== undefined) conditions.push(sql`u.parent_id = ${filter.ownerId}`);
  if (filter.id !== undefined) conditions.push(sql`u.id = ${filter.id}`);
  if (filter.from !== undefined) conditions.push(sql`u.created_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`u.created_at < ${filter.to}`);
  if (filter.after !== undefined) {
    conditions.push(
      sql`(u.created_at, u.id) < ((SELECT a.created_at FROM app_user a WHERE a.id = ${filter.after}), ${filter.after}::bigint)`,
    );
  }
  if (filter.search !== undefined && filter.search !== '') {
    // Only literal text is searched for: signs that mean something in a pattern are escaped.
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    conditions.push(
      sql`(u.id::text = ${filter.search} OR u.username ILIKE ${pattern} OR u.name ILIKE ${pattern}
           OR u.phone ILIKE ${pattern} OR u.email ILIKE ${pattern})`,
    );
  }
  return sql.join(conditions, sql` AND `);
}

export interface SystemFeeRow {
  readonly agent_id: bigint;
  readonly currency: Currency;
  /** Credited to the house, and what of it is still owed (below zero), in minor units. */
  readonly accrued: bigint;
  readonly receivable: bigint;
}

/** The system fee of senior agents since the beginning: what accrued, less what was reversed (domain §3, J1b). */
export async function systemFeesOf(db: Kysely<Tables>, agentIds: readonly bigint[]): Promise<SystemFeeRow[]> {
  if (agentIds.length === 0) return [];
  const { rows } = await sql<WithSums<SystemFeeRow, 'accrued' | 'receivable'>>`
    SELECT j.agent_id, j.currency,
           coalesce(sum(leg.amount) FILTER (WHERE a.kind = 'R400'), 0) AS accrued,
           coalesce(sum(leg.amount) FILTER (WHERE a.kind = 'A120'), 0) AS receivable
    FROM journal j
    CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS leg (account_id, amount)
    JOIN account a ON a.id = leg.account_id
    WHERE j.agent_id = ANY (${agentIds}) AND j.book = 'main'
      AND j.account_ids && (SELECT array_agg(id) FROM account WHERE kind IN ('R400', 'A120') AND book = 'main')
      AND a.kind IN ('R400', 'A120')
    GROUP BY j.agent_id, j.currency`.execute(db);
  return readSums(rows, ['accrued', 'receivable']);
}
