-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Counts that a provider does not know the number, where that says something; answers how often it did.

CREATE FUNCTION payout_not_found(wanted bigint, attempt smallint, min_delay_ms integer, pause_minutes integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  times int;
BEGIN
  UPDATE payout_attempt SET not_found = not_found + 1, not_found_at = now()
  WHERE order_id = wanted AND n = attempt AND sent_at + min_delay_ms * interval '1 millisecond' <= now()
    AND (not_found_at IS NULL OR not_found_at + pause_minutes * interval '1 minute' <= now())
  RETURNING not_found INTO times;
  RETURN coalesce(times, (SELECT a.not_found FROM payout_attempt a WHERE a.order_id = wanted AND a.n = attempt));
END $function$
;
