-- Up Migration
-- Sums of income leave out the journals whose numbers are drawn and not committed. How many those may be says nothing of how long
-- one of them is under way: whoever drew a number among those that would be counted, and is not done, is waited for.

CREATE OR REPLACE FUNCTION fold_income(margin bigint, most bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  above bigint;
  upto bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('income.fold', 0)) THEN
    RETURN 0;
  END IF;
  SELECT f.journal_id INTO STRICT above FROM income_fold f;
  upto := least(above + most, (SELECT s.last_value FROM journal_id s) - margin);
  IF upto <= above THEN
    RETURN 0;
  END IF;
  -- Whoever drew a number below these had begun to write before the youngest of these had: he is done once all are that began
  -- before that one.
  IF age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= (
    SELECT min(age(j.xmin)) FROM journal j WHERE j.id > upto AND j.id <= upto + margin) THEN
    RETURN 0;
  END IF;
  INSERT INTO income_day AS d (day, agent_id, currency, kind, credited, debited, first_journal, last_journal)
  SELECT * FROM income_sums(above, upto)
  ON CONFLICT (day, agent_id, currency, kind) DO UPDATE
    SET credited = d.credited + EXCLUDED.credited, debited = d.debited + EXCLUDED.debited,
        first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
  UPDATE income_fold SET journal_id = upto;
  RETURN upto - above;
END $$;
