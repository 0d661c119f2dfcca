-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129100000_payer_slices
-- The database upgrades its own hash indexes in place, so what it prints stays.

CREATE FUNCTION payer_print(said text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT hashtext(said) & 2147483647
$function$
;
