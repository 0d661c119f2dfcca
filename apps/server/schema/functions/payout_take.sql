-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Takes an attempt whose end is open in hand, to ask about it; nobody where another process has it.

CREATE FUNCTION payout_take(wanted bigint, attempt smallint, lease_ms integer)
 RETURNS SETOF payout_attempt
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payout_attempt SET asking_until = date_trunc('milliseconds', now() + lease_ms * interval '1 millisecond')
  WHERE order_id = wanted AND n = attempt AND (outcome IS NULL OR outcome = 'accepted')
    AND (asking_until IS NULL OR asking_until <= now())
  RETURNING *
$function$
;
