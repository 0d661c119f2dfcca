import { sql } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { MeanOfChannel, Sales, SalesOfMerchant } from '../../channels/index.ts';

/** Enough to tell a mean, and few enough to be asked for whenever somebody looks at prices. */
const meansOfNewest = 20_000;

/** What collections say of prices: a plan keeps what everybody took, so that only the prices that are tried are computed. */
export const collectionSales: Sales = {
  async under(db, tried, currency, days) {
    const { rows } = await sql<
      WithSums<SalesOfMerchant, 'amount' | 'fee_now' | 'net_now' | 'fee_then' | 'net_then'>
    >`
      SELECT o.customer_id, count(*) AS orders, sum(x.amount) AS amount, sum(x.fee) AS fee_now,
             sum(x.residual - x.system) AS net_now, sum(y.fee) AS fee_then,
             sum(y.fee - x.endpoint - y.sub_agent - y.middleman - x.system) AS net_then
      FROM jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) AS t (customer_id bigint, channel_id bigint, alias text, prices jsonb)
      JOIN whole.collection_order o ON o.customer_id = t.customer_id AND o.channel_id = t.channel_id AND o.method = t.alias
        AND o.currency = ${currency} AND o.created_at > business_now() - ${days} * interval '1 day'
        AND o.status = 'success' AND NOT o.is_test
      JOIN whole.collection_plan p ON p.order_id = o.id
      CROSS JOIN LATERAL (
        SELECT (p.fee_snapshot ->> 'credited')::bigint + (p.fee_snapshot ->> 'merchantFee')::bigint AS amount,
               (p.fee_snapshot ->> 'merchantFee')::bigint AS fee, (p.fee_snapshot ->> 'endpointFee')::bigint AS endpoint,
               (p.fee_snapshot ->> 'agentResidual')::bigint AS residual, (p.fee_snapshot ->> 'systemFee')::bigint AS system
      ) x
      CROSS JOIN LATERAL (
        SELECT tried_fee(x.amount, t.prices -> 'merchant') AS fee,
               CASE WHEN o.sub_agent_id IS NULL THEN 0 ELSE tried_fee(x.amount, t.prices -> 'subAgent') END AS sub_agent,
               CASE WHEN o.middleman_id IS NULL THEN 0 ELSE tried_fee(x.amount, t.prices -> 'middleman') END AS middleman
      ) y
      GROUP BY o.customer_id`.execute(db);
    return readSums(rows, ['amount', 'fee_now', 'net_now', 'fee_then', 'net_then']);
  },
  async means(db, customerIds, currency, days) {
    const { rows } = await sql<WithSums<MeanOfChannel, 'mean'>>`
      SELECT o.customer_id, o.channel_id, o.method AS alias, round(avg(o.pay_amount)) AS mean
      FROM (
        SELECT c.customer_id, c.channel_id, c.method, c.pay_amount FROM whole.collection_order c
        WHERE c.customer_id = ANY (${customerIds}::bigint[]) AND c.currency = ${currency} AND c.channel_id IS NOT NULL
          AND c.created_at > business_now() - ${days} * interval '1 day'
        ORDER BY c.created_at DESC LIMIT ${meansOfNewest}
      ) o GROUP BY o.customer_id, o.channel_id, o.method`.execute(db);
    return readSums(rows, ['mean']);
  },
};
