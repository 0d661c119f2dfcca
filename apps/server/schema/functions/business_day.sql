-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- The platform's calendar day (UTC+8, no summer time) of an instant.

CREATE FUNCTION business_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (at AT TIME ZONE 'UTC' + interval '8 hours')::date
$function$
;
