-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- Whose person a new account is follows from who made it, whatever the statement says; afterwards it can only become a
-- person of its own.

CREATE FUNCTION keep_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.person_id := coalesce((SELECT person_id FROM app_user WHERE id = NEW.made_by), NEW.id);
  ELSIF NEW.made_by IS DISTINCT FROM OLD.made_by OR NEW.person_id NOT IN (OLD.person_id, NEW.id) THEN
    RAISE EXCEPTION 'who made account % stands', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;
