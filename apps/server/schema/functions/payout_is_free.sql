-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Whether no provider can have a payout any more: each of its attempts ended in a definite no.

CREATE FUNCTION payout_is_free(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT NOT EXISTS (
    SELECT FROM payout_attempt a
    WHERE a.order_id = wanted AND (a.outcome IS NULL OR a.outcome NOT IN ('refused', 'failed')))
$function$
;
