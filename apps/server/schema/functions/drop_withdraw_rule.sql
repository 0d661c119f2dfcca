-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Takes an owner's own rule away, so that the platform's stands. False where there is none of this version.

CREATE FUNCTION drop_withdraw_rule(owner bigint, money text, read integer, maker bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  was withdraw_rule;
  ruled withdraw_rule;
BEGIN
  SELECT * INTO was FROM withdraw_rule r WHERE r.owner_id = owner AND r.currency = money AND r.version = read FOR UPDATE;
  IF was.id IS NULL THEN
    RETURN false;
  END IF;
  SELECT r.* INTO ruled FROM withdraw_rule r JOIN app_user u ON u.id = owner AND u.kind = r.role WHERE r.currency = money;
  -- What the platform kept narrower for one owner, or forbade to be approved by itself, is the platform's to take away.
  IF NOT stands_over(maker, NULL) THEN
    RAISE EXCEPTION 'user % may not drop this rule', maker USING ERRCODE = 'LG403';
  END IF;
  IF was.auto_approve_max < ruled.auto_approve_max AND EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'more would be approved by itself' USING ERRCODE = 'LG403';
  END IF;
  DELETE FROM withdraw_rule r WHERE r.id = was.id;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), maker, maker, 'withdraws.setting.delete', 'withdrawRule', owner || ' ' || money,
    jsonb_build_object('rule', (to_jsonb(was) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text),
    jsonb_build_object('reason', why), request);
  RETURN true;
END $function$
;
