-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261207140000_records_said_in_the_log
-- All of a row that decides something, times as they are to every session. What is counted or looked at beside stands in none of these:
-- a column that is added belongs in here, with the rows said anew in the same step.

CREATE FUNCTION print_of(fields text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(fields, 'UTF8')), 1, 16), 'hex')
$function$
;
