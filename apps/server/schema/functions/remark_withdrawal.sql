-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors

CREATE FUNCTION remark_withdrawal(wanted bigint, said text, person bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  w withdrawal;
  was text;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.id IS NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) THEN
    RAISE EXCEPTION 'user % may not remark on withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  was := w.remarks;
  UPDATE withdrawal n SET remarks = said WHERE n.id = wanted RETURNING n.* INTO w;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), person, person, 'withdraws.list.remark', 'withdrawal', wanted::text, jsonb_build_object('note', was),
    jsonb_build_object('note', said), request);
  RETURN true;
END $function$
;
