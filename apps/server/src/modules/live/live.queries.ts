import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CallbackState } from '@suanpan/domain/states/callback';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../platform/db/sums.ts';
import type { WithSums } from '../../platform/db/sums.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface OrderNowRow {
  readonly id: bigint;
  readonly order_no: string;
  readonly status: CollectionStatus;
  readonly callback_status: CallbackState;
  readonly order_amount: bigint;
  readonly currency: Currency;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  /** When it was read: the later of two readings is the newer truth. */
  readonly at: Date;
}

/** Collections as they stand now. */
export async function readOrdersNow(db: Kysely<Tables>, ids: readonly bigint[]): Promise<OrderNowRow[]> {
  const { rows } = await sql<OrderNowRow>`
    SELECT id, order_no, status, callback_status, order_amount, currency, customer_id, agent_id, sub_agent_id,
           business_now() AS at
    FROM collection_order WHERE id = ANY (${ids}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}

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
