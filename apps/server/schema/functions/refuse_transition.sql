-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections

CREATE FUNCTION refuse_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF collection_transition_is_listed(OLD.status, NEW.status, OLD.refund_status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'collection % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$
;
