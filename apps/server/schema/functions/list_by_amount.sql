-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201091000_orders_by_amount
-- Lists the next orders of each kind, so many of each, and answers how many it listed: none while there are not so many that are older
-- than an hour. By then whoever writes an order has ended, so none can come between.

CREATE FUNCTION list_by_amount(size integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  made int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('orders.by_amount', 0)) THEN
    RETURN 0;
  END IF;
  WITH next AS MATERIALIZED (
    (SELECT 'collection' AS kind, o.currency, o.order_amount AS amount, o.id, o.created_at, o.customer_id, o.agent_id
     FROM whole.collection_order o
     WHERE o.id > (SELECT l.last_id FROM listed_by_amount l WHERE l.order_kind = 'collection') ORDER BY o.id LIMIT size)
    UNION ALL
    (SELECT 'payout', o.currency, o.amount, o.id, o.created_at, o.customer_id, o.agent_id
     FROM whole.payout_order o
     WHERE o.id > (SELECT l.last_id FROM listed_by_amount l WHERE l.order_kind = 'payout') ORDER BY o.id LIMIT size)
  ), full_ones AS (
    SELECT n.kind, max(n.id) AS last_id FROM next n GROUP BY n.kind
    HAVING count(*) = size AND max(n.created_at) < business_now() - interval '1 hour'
  ), moved AS (
    UPDATE listed_by_amount l SET last_id = f.last_id FROM full_ones f WHERE f.kind = l.order_kind
  )
  INSERT INTO order_by_amount (order_kind, currency, amount, order_id, created_at, customer_id, agent_id)
  SELECT n.kind, n.currency, n.amount, n.id, n.created_at, n.customer_id, n.agent_id
  FROM next n JOIN full_ones f USING (kind)
  ORDER BY n.kind, n.currency, n.amount, n.id;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END $function$
;
