-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection

CREATE FUNCTION protection_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE protection_version SET version = version + 1;
  RETURN NULL;
END $function$
;
