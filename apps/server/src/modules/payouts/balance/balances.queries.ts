import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface AccountBalance {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly currency: Currency;
  /** What the provider said, in minor units. */
  readonly balance: bigint | null;
  readonly balance_checked_at: Date | null;
  readonly low_water: bigint | null;
  readonly low_water_version: number;
  /** What left by it and did not come back. */
  readonly paid: bigint;
  /** What the platform paid the provider in advance. */
  readonly prefunded: bigint;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Accounts by which payouts leave: all of them, those of one's tree, or those that pay for a merchant. */
export async function listBalances(
  db: Kysely<Tables>,
  scope: Scope,
  page: Page,
  id?: bigint,
): Promise<AccountBalance[]> {
  const { rows } = await sql<WithSums<AccountBalance, 'paid' | 'prefunded'>>`
    SELECT a.id, a.name, a.agent_id, g.name AS agent_name, a.currency, a.balance, a.balance_checked_at, a.low_water,
           a.low_water_version, (
             SELECT coalesce(sum(p.amount), 0) FROM paid_proof p
             WHERE p.channel_account_id = a.id AND p.kind = 'payout' AND NOT EXISTS (
               SELECT FROM payout_order o WHERE o.id = p.order_id AND o.reverse_status = 'reversed')) AS paid,
           (SELECT coalesce(sum(f.amount), 0) FROM channel_prefund f WHERE f.channel_account_id = a.id) AS prefunded
    FROM channel_account a JOIN app_user g ON g.id = a.agent_id
    WHERE ${inSight(scope)} ${id === undefined ? sql`` : sql`AND a.id = ${id}`}
    ORDER BY a.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return readSums<AccountBalance, 'paid' | 'prefunded'>(rows, ['paid', 'prefunded']);
}

/** Accounts that hold less than their mark, by what their provider said last; the longest unseen first. */
export async function listLowBalances(
  db: Kysely<Tables>,
  scope: Scope,
): Promise<
  Pick<AccountBalance, 'id' | 'name' | 'currency' | 'balance' | 'low_water' | 'balance_checked_at'>[]
> {
  const { rows } = await sql<
    Pick<AccountBalance, 'id' | 'name' | 'currency' | 'balance' | 'low_water' | 'balance_checked_at'>
  >`
    SELECT a.id, a.name, a.currency, a.balance, a.low_water, a.balance_checked_at
    FROM channel_account a
    WHERE ${inSight(scope)} AND a.enabled AND a.balance < a.low_water
    ORDER BY a.balance_checked_at, a.id LIMIT 200`.execute(db);
  return rows;
}

export async function countBalances(db: Kysely<Tables>, scope: Scope): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM channel_account a WHERE ${inSight(scope)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function inSight(scope: Scope): RawBuilder<unknown> {
  if (scope.kind !== 'customer')
    return sql`a.direction = 'payout' AND ${inTree(scope, { agent: 'a.agent_id' })}`;
  return sql`a.direction = 'payout' AND EXISTS (
    SELECT FROM customer_method m JOIN channel c ON c.id = m.channel_id
    WHERE m.customer_id = ${scope.customerId} AND c.channel_account_id = a.id)`;
}

/** Accounts with a mark that were not asked for so long. Wall time. */
export async function balancesToCheck(db: Kysely<Tables>, olderS: number, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT a.id FROM channel_account a
    WHERE a.direction = 'payout' AND a.enabled AND a.low_water IS NOT NULL
      AND (a.balance_checked_at IS NULL OR a.balance_checked_at < now() - ${olderS} * interval '1 second')
    ORDER BY a.balance_checked_at NULLS FIRST LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
