-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Whether a limit lets more through than another; 0 is no limit, null is the other itself.

CREATE FUNCTION withdraw_is_wider(is_set bigint, ruled bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ruled > 0 AND is_set IS NOT NULL AND (is_set = 0 OR is_set > ruled)
$function$
;
