-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121111000_approvals
-- A decision stands, and nothing of what was submitted is rewritten, whatever a later column list forgot: only its end may
-- be written.

CREATE FUNCTION keep_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  ends CONSTANT text[] := '{state,checker_id,checker_person,decision_reason,decided_at}';
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'waiting' OR to_jsonb(NEW) - ends IS DISTINCT FROM to_jsonb(OLD) - ends THEN
    RAISE EXCEPTION 'approval % stands as it is', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$
;
