-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders
-- Each keeps one order as it stands now; whoever may move orders calls it, and cannot make it keep anything else.
--
-- 20261129090000_collection_agent_day
-- As before, with these.

CREATE FUNCTION keep_rare_collection(wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM rare_order WHERE order_kind = 'collection' AND order_id = wanted;
  INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status, sub_agent_id, channel_id,
    channel_account_id, currency, is_test, order_amount, actual_amount, accounted_amount, fee)
  SELECT 'collection', o.id, o.created_at, o.customer_id, o.agent_id, o.status, o.sub_agent_id, o.channel_id, o.channel_account_id,
         o.currency, o.is_test, o.order_amount, o.actual_amount, o.accounted_amount, o.fee
  FROM collection_order o WHERE o.id = wanted AND collection_is_rare(o.status);
END $function$
;
