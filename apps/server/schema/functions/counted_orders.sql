-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups
-- The orders of these notes with what each adds; test orders add nothing.

CREATE FUNCTION counted_orders(deltas collection_delta[])
 RETURNS TABLE(created_at timestamp with time zone, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, actual_amount bigint, accounted_amount bigint, fee bigint, endpoint_fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT o.created_at, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.channel_id, o.currency, 1, o.order_amount,
         0, 0, 0, 0, 0, 0
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  WHERE d.kind = 'created' AND NOT o.is_test
  UNION ALL
  SELECT o.created_at, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.channel_id, o.currency, 0, 0,
         1, o.order_amount, o.actual_amount, o.accounted_amount, o.fee, p.endpoint_fee
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  JOIN collection_plan p ON p.order_id = o.id
  WHERE d.kind = 'settled' AND NOT o.is_test
$function$
;
