-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders

CREATE FUNCTION payout_is_rare(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT status IN ('rejected', 'rejected_reversed', 'verify_failed', 'insufficient_balance')
$function$
;
