import { amountBands } from '@suanpan/domain/reports/amount-bands';
import { currencies } from '@suanpan/money/currency';
import { sql } from 'kysely';

const units = sql.join(
  Object.values(currencies).map(
    ({ code, ledgerScale }) => sql`WHEN ${sql.lit(code)} THEN ${sql.lit(10 ** ledgerScale)}`,
  ),
  sql` `,
);
const bands = sql`ARRAY[${sql.join(amountBands.map((one) => sql.lit(one)))}]::bigint[]`;

/**
 * Orders that are no tests with what they are counted by, to select from: their day and hour in the platform's calendar, the
 * band of their amount, and the seconds until they were paid. It reads the orders: ask for one merchant and a few days.
 */
export const orderRows = sql`(
  SELECT o.id, o.created_at, business_day(o.created_at) AS day, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0) AS sub_agent_id,
         coalesce(o.channel_id, 0) AS channel_id, coalesce(o.channel_account_id, 0) AS channel_account_id, o.currency, o.status,
         to_char(o.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24') AS hour,
         (${bands})[width_bucket(o.order_amount / (CASE o.currency ${units} END), ${bands})] AS band,
         o.order_amount, o.pay_amount, floor(extract(epoch FROM o.completed_at - o.created_at))::int AS seconds
  FROM whole.collection_order o WHERE NOT o.is_test)`;
