-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- A demo begins in the past: while nobody exists yet, the business clock may be set back. As soon as there is a
-- user there is history, and the clock only moves forward.

CREATE FUNCTION business_clock_only_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.offset_us < OLD.offset_us AND EXISTS (SELECT FROM app_user) THEN
    RAISE EXCEPTION 'the business clock only moves forward' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$
;
