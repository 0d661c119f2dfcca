-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- Folds at most so many journals; answers how many numbers were passed, zero also while somebody else folds. The last ones are
-- left: their numbers are drawn before they are committed, and `margin` of them may be under way.
-- How many may be under way says nothing of how long one of them is: whoever drew a number among those that would be counted,
-- and is not done, is waited for.
--
-- 20261202090000_fold_in_a_quiet_moment
--
-- 20261203000000_first_journal_is_folded

CREATE FUNCTION fold_income(margin bigint, most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  above bigint;
  upto bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('income.fold', 0)) THEN
    RETURN 0;
  END IF;
  SELECT f.journal_id INTO STRICT above FROM income_fold f;
  upto := foldable_upto(above, margin, most);
  IF upto > above THEN
    PERFORM add_to_income_days(above, upto);
    UPDATE income_fold SET journal_id = upto;
  END IF;
  RETURN upto - above;
END $function$
;
