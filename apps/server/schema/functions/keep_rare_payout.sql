-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders

CREATE FUNCTION keep_rare_payout(wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM rare_order WHERE order_kind = 'payout' AND order_id = wanted;
  INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status)
  SELECT 'payout', o.id, o.created_at, o.customer_id, o.agent_id, o.status FROM payout_order o
  WHERE o.id = wanted AND payout_is_rare(o.status);
END $function$
;
