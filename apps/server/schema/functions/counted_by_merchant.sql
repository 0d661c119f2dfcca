-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201090000_collection_merchant_day
-- As `counted_by_agent`, by merchant.

CREATE FUNCTION counted_by_merchant(deltas collection_delta[])
 RETURNS TABLE(day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, failed_count bigint, failed_amount bigint, actual_amount bigint, accounted_amount bigint, fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(n.channel_id, 0),
         coalesce(n.account_id, 0), o.currency, n.counts, n.counts * o.order_amount, 0, 0, n.failed, n.failed * o.order_amount, 0, 0, 0
  FROM unnest(deltas) AS d
  CROSS JOIN LATERAL (
    SELECT c.id, NULL::bigint AS channel_id, NULL::bigint AS account_id, 1 AS counts, 0 AS failed
    FROM unnest(d.order_ids) AS c (id) WHERE d.kind = 'created'
    UNION ALL
    SELECT w.id, w.channel_id, w.account_id, -1, -w.failed::int
    FROM unnest(d.order_ids, d.was_channels, d.was_accounts, d.was_failed) AS w (id, channel_id, account_id, failed)
    WHERE d.kind = 'moved'
    UNION ALL
    SELECT w.id, w.channel_id, w.account_id, 1, w.failed::int
    FROM unnest(d.order_ids, d.now_channels, d.now_accounts, d.now_failed) AS w (id, channel_id, account_id, failed)
    WHERE d.kind = 'moved'
  ) n
  JOIN collection_order o ON o.id = n.id
  WHERE NOT o.is_test
  UNION ALL
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 1, o.order_amount, 0, 0, o.actual_amount, o.accounted_amount, o.fee
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  WHERE d.kind = 'settled' AND NOT o.is_test
$function$
;
