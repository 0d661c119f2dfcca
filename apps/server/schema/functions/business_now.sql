-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- The time the business lives in: created_at, expires_at, settle_at and report days follow it.
-- It is the transaction's time, so that everything written together carries one instant.

CREATE FUNCTION business_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT now() + (offset_us * interval '1 microsecond') FROM business_clock
$function$
;
