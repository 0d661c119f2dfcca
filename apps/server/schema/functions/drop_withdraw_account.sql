-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Takes an account off its owner's list; false where it is gone already.

CREATE FUNCTION drop_withdraw_account(wanted bigint, maker bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  a withdraw_account;
BEGIN
  UPDATE withdraw_account x SET deleted_at = business_now() WHERE x.id = wanted AND x.deleted_at IS NULL RETURNING x.* INTO a;
  IF a.id IS NULL THEN
    RETURN false;
  END IF;
  IF NOT works_for(maker, a.owner_id) THEN
    RAISE EXCEPTION 'user % may not drop account %', maker, wanted USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, request_id)
  VALUES (business_now(), maker, maker, 'withdraws.apply.deleteAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', a.owner_id::text, 'value', coalesce(a.card_shown, a.address)), request);
  RETURN true;
END $function$
;
