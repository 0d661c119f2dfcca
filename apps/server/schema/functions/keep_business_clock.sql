-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121190000_installation
-- Where money is real the business clock is the wall's: moved on, it would make all money due at once and begin a new day
-- for every limit of a day.

CREATE FUNCTION keep_business_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'the business clock of a production is not moved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $function$
;
