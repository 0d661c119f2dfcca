import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../platform/db/sums.ts';
import type { WithSums } from '../../platform/db/sums.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface BalanceNowRow {
  readonly owner_id: bigint;
  readonly currency: Currency;
  readonly balance: bigint;
  readonly unsettled: bigint;
  readonly frozen: bigint;
}

/**
 * What owners hold in their own currency, many at once. Balance = settleable and payout-only money; the unsettled
 * and the frozen stand apart (domain §3).
 */
export async function readBalancesNow(
  db: Kysely<Tables>,
  ownerIds: readonly bigint[],
): Promise<BalanceNowRow[]> {
  const { rows } = await sql<WithSums<BalanceNowRow, 'balance' | 'unsettled' | 'frozen'>>`
    SELECT u.id AS owner_id, u.currency,
           coalesce(sum(b.balance) FILTER (WHERE a.kind IN ('L200', 'L201', 'L202')), 0) AS balance,
           coalesce(sum(b.balance) FILTER (WHERE a.kind = 'L210'), 0) AS unsettled,
           coalesce(sum(b.balance) FILTER (WHERE a.kind = 'L220'), 0) AS frozen
    FROM app_user u
    JOIN account a ON a.owner_id = u.id AND a.currency = u.currency AND a.book = 'main'
    JOIN balance b ON b.account_id = a.id
    WHERE u.id = ANY (${ownerIds}::bigint[])
    GROUP BY u.id ORDER BY u.id`.execute(db);
  return readSums(rows, ['balance', 'unsettled', 'frozen']);
}
