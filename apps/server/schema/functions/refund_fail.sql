-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The provider definitely did not pay it back: the reserved money goes where it came from, and what has come due meanwhile to
-- where it would be by now. Answers false in any other state; refuses (LG403) as refund_confirm does.

CREATE FUNCTION refund_fail(wanted bigint, person bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
BEGIN
  IF (r.status IN ('preparing', 'refunding')) IS NOT TRUE OR is_with_provider(r) THEN
    RETURN false;
  END IF;
  IF NOT may_decide_refund(r, person) THEN
    RAISE EXCEPTION 'user % may not end refund %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  PERFORM undo_refund(r, person, why, request);
  UPDATE refund_attempt SET outcome = 'failed', next_at = NULL WHERE refund_id = wanted AND n = r.attempts AND next_at IS NOT NULL;
  RETURN true;
END $function$
;
