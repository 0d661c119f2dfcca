-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive

CREATE FUNCTION refuse_archived_payout_number()
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
      SELECT FROM archive.payout_order a
      WHERE a.merchant_order_no = b.merchant_order_no AND a.customer_id = b.customer_id OFFSET 0) taken
  ) THEN
    RAISE EXCEPTION 'a payout of this number is archived' USING ERRCODE = 'AR409';
  END IF;
  RETURN NULL;
END $function$
;
