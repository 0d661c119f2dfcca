-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- The lock of the one relay that tells.

CREATE FUNCTION outbox_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$SELECT 5741650002$function$
;
