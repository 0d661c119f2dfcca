-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The refund under the lock of its order, as everybody takes them.

CREATE FUNCTION lock_refund(wanted bigint)
 RETURNS refund
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund;
BEGIN
  PERFORM FROM collection_order o WHERE o.id = (SELECT f.order_id FROM refund f WHERE f.id = wanted) FOR NO KEY UPDATE;
  SELECT * INTO r FROM refund f WHERE f.id = wanted FOR NO KEY UPDATE;
  RETURN r;
END $function$
;
