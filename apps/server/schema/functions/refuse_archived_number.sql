-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- A merchant's number stays taken while its order is archived. This looks after the row was written, by a later snapshot: an
-- order that left between the look and the unique index would otherwise be made twice. Whoever meets this brings the order
-- back and begins again.

CREATE FUNCTION refuse_archived_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM born b CROSS JOIN LATERAL (
      SELECT FROM archive.collection_order a
      WHERE a.merchant_order_no = b.merchant_order_no AND a.customer_id = b.customer_id OFFSET 0) taken
  ) THEN
    RAISE EXCEPTION 'an order of this number is archived' USING ERRCODE = 'AR409';
  END IF;
  RETURN NULL;
END $function$
;
