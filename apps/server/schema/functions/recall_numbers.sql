-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- The same by what merchants and providers call them.

CREATE FUNCTION recall_numbers(of_kind text, merchant_order_nos text[], customers bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  SELECT recall_orders(of_kind, ARRAY(
    SELECT o.id FROM unnest(merchant_order_nos, customers) AS n (merchant_order_no, customer_id)
    CROSS JOIN LATERAL (
      SELECT c.id FROM archive.collection_order c
      WHERE of_kind = 'collection' AND c.merchant_order_no = n.merchant_order_no AND c.customer_id = n.customer_id
      UNION ALL
      SELECT p.id FROM archive.payout_order p
      WHERE of_kind = 'payout' AND p.merchant_order_no = n.merchant_order_no AND p.customer_id = n.customer_id
    ) o))
$function$
;
