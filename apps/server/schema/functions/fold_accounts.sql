-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- Folds at most so many journals; answers how many numbers were passed, zero also while somebody else folds. The last ones are
-- left: their numbers are drawn before they are committed, and `margin` of them may be under way.
--
-- 20261202090000_fold_in_a_quiet_moment
--
-- 20261203000000_first_journal_is_folded

CREATE FUNCTION fold_accounts(margin bigint, most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  above bigint;
  upto bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('accounts.fold', 0)) THEN
    RETURN 0;
  END IF;
  SELECT f.journal_id INTO STRICT above FROM account_fold f;
  upto := foldable_upto(above, margin, most);
  IF upto > above THEN
    PERFORM add_to_account_days(above, upto);
    UPDATE account_fold SET journal_id = upto;
  END IF;
  RETURN upto - above;
END $function$
;
