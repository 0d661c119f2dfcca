-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- A provider that tells its balance has counted what was received in it.

CREATE FUNCTION forget_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE channel_account_usage SET received = 0 WHERE channel_account_id = NEW.id;
  RETURN NULL;
END $function$
;
