-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- 0 is no limit and therefore the loosest; nobody is looser who says nothing.

CREATE FUNCTION is_looser(own bigint, house bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT own IS NOT NULL AND house > 0 AND (own = 0 OR own > house)
$function$
;
