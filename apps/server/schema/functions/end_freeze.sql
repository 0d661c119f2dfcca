-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- Gives back what was frozen until a time that has come. Answers its journal; null where that time has not come, or it was
-- given back before.

CREATE FUNCTION end_freeze(wanted bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  u app_user;
  f balance_edit;
  e balance_edit;
  journal bigint;
BEGIN
  SELECT a.* INTO u FROM app_user a JOIN balance_edit b ON b.user_id = a.id WHERE b.id = wanted FOR NO KEY UPDATE OF a;
  -- Looked at under the lock, so that of two who end it only one does.
  SELECT b.* INTO f FROM balance_edit b WHERE b.id = wanted AND b.until <= at AND is_open_freeze(b);
  IF f.id IS NULL THEN
    RETURN NULL;
  END IF;
  e.user_id := u.id;
  e.kind := 'frozen';
  e.currency := f.currency;
  e.change := -f.change;
  e.undoes := f.id;
  e.reason := f.reason;
  journal := keep_edit(e, u, NULL);
  INSERT INTO audit_log (at, act, object_kind, object_id, journal_id, after)
  VALUES (at, 'freeze.end', 'user', u.id::text, journal, jsonb_build_object('reason', f.reason));
  RETURN journal;
END $function$
;
