import { sql } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { MeanOfChannel, Sales, SalesOfMerchant } from '../../channels/index.ts';

/** Enough to tell a mean, and few enough to be asked for whenever somebody looks at prices. */
const meansOfNewest = 20_000;

/** What payouts say of prices: what everybody took stands with the order. */
export const payoutSales: Sales = {
  async under(db, tried, currency, days) {
    const { rows } = await sql<
      WithSums<SalesOfMerchant, 'amount' | 'fee_now' | 'net_now' | 'fee_then' | 'net_then'>
    >`
      SELECT o.customer_id, count(*) AS orders, sum(o.amount) AS amount, sum(o.merchant_fee) AS fee_now,
             sum(o.merchant_fee - o.endpoint_fee - o.sub_agent_fee - o.middleman_fee - o.system_fee) AS net_now,
             sum(y.fee) AS fee_then, sum(y.fee - o.endpoint_fee - y.sub_agent - y.middleman - o.system_fee) AS net_then
      FROM jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) AS t (customer_id bigint, channel_id bigint, alias text, prices jsonb)
      JOIN whole.payout_order o ON o.customer_id = t.customer_id AND o.channel_id = t.channel_id AND o.method = t.alias
        AND o.currency = ${currency} AND o.created_at > business_now() - ${days} * interval '1 day'
        AND o.status = 'paid' AND NOT o.is_test
      CROSS JOIN LATERAL (
        SELECT tried_fee(o.amount, t.prices -> 'merchant') AS fee,
               CASE WHEN o.sub_agent_id IS NULL THEN 0 ELSE tried_fee(o.amount, t.prices -> 'subAgent') END AS sub_agent,
               CASE WHEN o.middleman_id IS NULL THEN 0 ELSE tried_fee(o.amount, t.prices -> 'middleman') END AS middleman
      ) y
      GROUP BY o.customer_id`.execute(db);
    return readSums(rows, ['amount', 'fee_now', 'net_now', 'fee_then', 'net_then']);
  },
  async means(db, customerIds, currency, days) {
    const { rows } = await sql<WithSums<MeanOfChannel, 'mean'>>`
      SELECT o.customer_id, o.channel_id, o.method AS alias, round(avg(o.amount)) AS mean
      FROM (
        SELECT p.customer_id, p.channel_id, p.method, p.amount FROM whole.payout_order p
        WHERE p.customer_id = ANY (${customerIds}::bigint[]) AND p.currency = ${currency} AND p.channel_id IS NOT NULL
          AND p.method IS NOT NULL AND p.created_at > business_now() - ${days} * interval '1 day'
        ORDER BY p.created_at DESC LIMIT ${meansOfNewest}
      ) o GROUP BY o.customer_id, o.channel_id, o.method`.execute(db);
    return readSums(rows, ['mean']);
  },
};
