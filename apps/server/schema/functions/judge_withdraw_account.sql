-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- A person of the platform lets a resting account in at once, or keeps it out for good. False where it is refused or gone.

CREATE FUNCTION judge_withdraw_account(wanted bigint, refuses boolean, checker bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  a withdraw_account;
BEGIN
  SELECT * INTO a FROM withdraw_account x WHERE x.id = wanted AND x.deleted_at IS NULL FOR UPDATE;
  IF a.id IS NULL OR a.refused THEN
    RETURN false;
  END IF;
  IF NOT may_look_at(checker, a.made_by, a.owner_id) THEN
    RAISE EXCEPTION 'user % may not judge account %', checker, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdraw_account x SET refused = refuses, decided_by = checker,
    usable_from = CASE WHEN refuses THEN x.usable_from ELSE least(x.usable_from, business_now()) END
  WHERE x.id = wanted;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (business_now(), checker, checker, 'withdraws.setting.verifyAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', a.owner_id::text, 'enabled', NOT refuses, 'reason', why), request);
  RETURN true;
END $function$
;
