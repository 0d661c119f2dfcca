-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate
-- The number of the lock that whoever sends payouts shares, and whoever pauses them has to himself: once a pause has been
-- answered nothing is on its way to a provider any more that was not told to it before.

CREATE FUNCTION pause_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT 5741650150::bigint $function$
;
