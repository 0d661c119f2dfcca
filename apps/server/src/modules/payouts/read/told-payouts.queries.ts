import type { PayoutNews } from '@suanpan/domain/payout-news';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** The news of payouts as they stand now; locks nothing. */
export async function newsOfPayouts(db: Kysely<Tables>, ids: readonly bigint[]): Promise<PayoutNews[]> {
  const { rows } = await sql<{ news: PayoutNews }>`
    SELECT payout_news(o) AS news FROM payout_order o WHERE o.id = ANY (${ids}::bigint[])`.execute(db);
  return rows.map((row) => row.news);
}

export interface PayoutNow {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly order_amount: bigint;
  readonly currency: Currency;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
}

/** What notices say of payouts, as they stand now, in ascending id. */
export async function payoutsNow(db: Kysely<Tables>, ids: readonly bigint[]): Promise<PayoutNow[]> {
  const { rows } = await sql<PayoutNow>`
    SELECT id, order_no, merchant_order_no, amount AS order_amount, currency, customer_id, agent_id
    FROM payout_order WHERE id = ANY (${ids}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}
