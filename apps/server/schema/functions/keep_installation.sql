-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121190000_installation

CREATE FUNCTION keep_installation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'what a database was begun for does not change' USING ERRCODE = 'insufficient_privilege';
END $function$
;
