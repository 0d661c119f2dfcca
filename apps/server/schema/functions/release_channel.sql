-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Gives back what an order holds, when its provider surely did not take it. Answers whether it held anything.

CREATE FUNCTION release_channel(kind text, wanted bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
DECLARE
  gone channel_reservation[];
BEGIN
  WITH d AS (DELETE FROM channel_reservation r WHERE r.order_kind = kind AND r.order_id = wanted RETURNING r)
  SELECT array_agg(d.r) INTO gone FROM d;
  IF gone IS NOT NULL THEN
    PERFORM end_reservations(gone, false);
  END IF;
  RETURN gone IS NOT NULL;
END $function$
;
