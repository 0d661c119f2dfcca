-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger

CREATE FUNCTION refuse_leg(event text)
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'no rule of % allows such a leg', event USING ERRCODE = 'LG403';
END $function$
;
