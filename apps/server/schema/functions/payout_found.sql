-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send

CREATE FUNCTION payout_found(wanted bigint, attempt smallint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payout_attempt SET not_found = 0, not_found_at = NULL WHERE order_id = wanted AND n = attempt AND not_found > 0
$function$
;
