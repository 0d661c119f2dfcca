import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** What others were told, and the sums that are kept. */
export const newsChecks: readonly Check[] = [
  // How an order ended was told, waits to be told, or was parked.
  over(
    'O1',
    sql`SELECT 'order ' || o.order_no AS subject, c.order_id IS NULL AND w.subject IS NULL AS broken
        FROM collection_order o
        CROSS JOIN LATERAL (
          SELECT 'collection.' || CASE WHEN o.status IN ('success', 'test_supplied', 'refund') THEN 'succeeded' ELSE o.status END AS kind
        ) news
        LEFT JOIN (SELECT DISTINCT order_id, type FROM callback WHERE order_kind = 'collection') c
          ON c.order_id = o.id AND c.type = news.kind
        LEFT JOIN (SELECT subject, kind FROM outbox_event UNION SELECT subject, kind FROM outbox_dead) w
          ON w.subject = 'collection:' || o.id AND w.kind = news.kind
        WHERE o.status <> 'pending' AND o.notify_url IS NOT NULL`,
  ),
  over(
    'R1',
    sql`SELECT d.day || ' ' || d.customer_id || ' ' || d.currency AS subject,
               (d.created_count, d.created_amount, d.success_count, d.success_amount, d.actual_amount, d.accounted_amount, d.fee, d.endpoint_fee)
                 IS DISTINCT FROM (o.created, o.asked, o.succeeded, o.paid_for, o.actual, o.accounted, o.fee, o.endpoint_fee) AS broken
        FROM collection_day_now d
        FULL JOIN (
          SELECT business_day(created_at) AS day, customer_id, agent_id, coalesce(sub_agent_id, 0) AS sub_agent_id, currency,
                 count(*) AS created, sum(order_amount) AS asked,
                 count(*) FILTER (WHERE paid) AS succeeded, coalesce(sum(order_amount) FILTER (WHERE paid), 0) AS paid_for,
                 coalesce(sum(actual_amount) FILTER (WHERE paid), 0) AS actual,
                 coalesce(sum(accounted_amount) FILTER (WHERE paid), 0) AS accounted,
                 coalesce(sum(fee) FILTER (WHERE paid), 0) AS fee,
                 coalesce(sum(endpoint_fee) FILTER (WHERE paid), 0) AS endpoint_fee
          FROM collection_order LEFT JOIN collection_plan ON order_id = id
          CROSS JOIN LATERAL (SELECT status IN ('success', 'refund') AS paid) outcome
          WHERE NOT is_test GROUP BY 1, 2, 3, 4, 5
        ) o USING (day, customer_id, agent_id, sub_agent_id, currency)`,
  ),
  over(
    'R2',
    sql`SELECT h.hour || ' channel ' || h.channel_id || ' ' || h.currency AS subject,
               (h.success_count, h.success_amount, h.actual_amount, h.accounted_amount, h.fee, h.endpoint_fee)
                 IS DISTINCT FROM (o.succeeded, o.asked, o.actual, o.accounted, o.fee, o.endpoint_fee) AS broken
        FROM collection_hour_now h
        FULL JOIN (
          SELECT date_trunc('hour', created_at) AS hour, agent_id, channel_id, currency, count(*) AS succeeded,
                 sum(order_amount) AS asked, sum(actual_amount) AS actual, sum(accounted_amount) AS accounted,
                 sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee
          FROM collection_order JOIN collection_plan ON order_id = id
          WHERE NOT is_test AND status IN ('success', 'refund') GROUP BY 1, 2, 3, 4
        ) o USING (hour, agent_id, channel_id, currency)`,
  ),
];
