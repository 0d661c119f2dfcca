-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- `agreed` is a second person's approval that one of another operator goes back to all; without it only its own gives it back.

CREATE FUNCTION release_withdrawal(wanted bigint, person bigint, agreed bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  w withdrawal;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) OR (w.operator_id <> person AND NOT EXISTS (
      SELECT FROM approval a WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.free' AND a.maker_id = person
        AND a.payload ->> 'withdrawal_id' = wanted::text AND stands_over(a.checker_id, NULL))
      AND (agreed IS NOT NULL OR EXISTS (SELECT FROM installation WHERE mode = 'production'))) THEN
    RAISE EXCEPTION 'user % may not give back withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'pending', operator_id = NULL WHERE n.id = wanted RETURNING n.* INTO w;
  PERFORM note_withdrawal(w, 'withdraws.list.update', 'processing', jsonb_build_object('reason', why), person, request, NULL);
  RETURN true;
END $function$
;
