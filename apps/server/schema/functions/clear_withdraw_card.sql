-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- The uses of an account count again from here on.

CREATE FUNCTION clear_withdraw_card(hash text, person bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawal w WHERE w.account_hash = hash) THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) THEN
    RAISE EXCEPTION 'user % may not clear the uses of an account', person USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO withdraw_card_clear (account_hash, cleared_by, reason, cleared_at) VALUES (hash, person, why, business_now());
  RETURN true;
END $function$
;
