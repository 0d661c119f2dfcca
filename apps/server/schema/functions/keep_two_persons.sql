-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121111000_approvals
-- Two persons, whatever the statement says: whoever decides is not behind the maker's account nor let himself into it,
-- nor does the maker have his hand in the checker's (persons.sql).

CREATE FUNCTION keep_two_persons()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  makers bigint[];
  refuses text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.maker_person := (SELECT person_id FROM app_user WHERE id = NEW.maker_id);
  END IF;
  NEW.checker_person := (SELECT person_id FROM app_user WHERE id = NEW.checker_id);
  IF NEW.checker_id IS NULL THEN RETURN NEW; END IF;
  makers := hands_on(NEW.maker_id, rights => false) || NEW.maker_person;
  refuses := CASE
    WHEN persons_behind(NEW.checker_id) && makers THEN 'is the person of its maker'
    WHEN persons_behind(NEW.checker_id) && NEW.barred THEN 'is whom it is about'
    WHEN hands_on(NEW.checker_id) && makers THEN 'has what its maker gave him'
    WHEN NOT is_seasoned(NEW.checker_id) THEN 'was made or reset too lately'
  END;
  IF refuses IS NOT NULL THEN
    RAISE EXCEPTION 'who decides approval % %', NEW.id, refuses
      USING ERRCODE = 'check_violation', CONSTRAINT = 'approval_two_persons', TABLE = 'approval';
  END IF;
  RETURN NEW;
END $function$
;
