-- Up Migration
-- A sequence that nobody has drawn from says 1 as well as one that has given 1 away. Folding in a quiet moment before the first journal
-- therefore passed its number, and the sums of its day lacked it for ever (R6, R9). How far may be folded stands once now.
-- The version before: it calls the same functions.

-- How far the journals above one may be folded, at most so many; the same number where nothing may be. The last ones are left: their
-- numbers are drawn before they are committed, and `margin` of them may be under way, unless nobody else acts. Each statement of whoever
-- asks sees what those have done that had drawn a number up to there.
CREATE FUNCTION foldable_upto(above bigint, margin bigint, most bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  drawn bigint;
  upto bigint;
BEGIN
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO STRICT drawn FROM journal_id s;
  IF nobody_else_acts() THEN
    margin := 0;
  END IF;
  upto := least(above + most, drawn - margin);
  IF upto <= above THEN
    RETURN above;
  END IF;
  -- Whoever drew a number below these had begun to write before the youngest of these had: he is done once all are that began
  -- before that one.
  IF age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= (
    SELECT min(age(j.xmin)) FROM journal j WHERE j.id > upto AND j.id <= upto + margin) THEN
    RETURN above;
  END IF;
  RETURN upto;
END $$;

-- Adds the journals above one and up to another to the sums by day.
CREATE FUNCTION add_to_account_days(above bigint, upto bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO account_day AS d (account_id, day, event, change, first_journal, last_journal)
  SELECT * FROM account_sums(above, upto)
  ON CONFLICT (account_id, day, event) DO UPDATE
    SET change = d.change + EXCLUDED.change, first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
  INSERT INTO merchant_day AS d (customer_id, day, currency, event, count, amount, fee)
  SELECT * FROM merchant_sums(above, upto)
  ON CONFLICT (customer_id, day, currency, event) DO UPDATE
    SET count = d.count + EXCLUDED.count, amount = d.amount + EXCLUDED.amount, fee = d.fee + EXCLUDED.fee;
  INSERT INTO clearing_day AS d
  SELECT * FROM clearing_sums(above, upto)
  ON CONFLICT (channel_account_id, kind, day) DO UPDATE SET change = d.change + EXCLUDED.change;
$$;

CREATE FUNCTION add_to_income_days(above bigint, upto bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO income_day AS d (day, agent_id, currency, kind, other, credited, debited, first_journal, last_journal)
  SELECT * FROM income_sums(above, upto)
  ON CONFLICT (day, agent_id, currency, kind, other) DO UPDATE
    SET credited = d.credited + EXCLUDED.credited, debited = d.debited + EXCLUDED.debited,
        first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
$$;

CREATE OR REPLACE FUNCTION fold_accounts(margin bigint, most bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

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
  upto := foldable_upto(above, margin, most);
  IF upto > above THEN
    PERFORM add_to_income_days(above, upto);
    UPDATE income_fold SET journal_id = upto;
  END IF;
  RETURN upto - above;
END $$;

REVOKE ALL ON FUNCTION foldable_upto, add_to_account_days, add_to_income_days FROM PUBLIC;

-- Where the first journal was passed it is added. It was, where no day of its accounts begins with it.
SELECT add_to_account_days(0, 1)
WHERE (SELECT f.journal_id FROM account_fold f) > 0 AND EXISTS (SELECT FROM account_sums(0, 1))
  AND NOT EXISTS (
    SELECT FROM account_sums(0, 1) s JOIN account_day d ON (d.account_id, d.day, d.event) = (s.account_id, s.day, s.event)
    WHERE d.first_journal = 1);
SELECT add_to_income_days(0, 1)
WHERE (SELECT f.journal_id FROM income_fold f) > 0 AND EXISTS (SELECT FROM income_sums(0, 1))
  AND NOT EXISTS (
    SELECT FROM income_sums(0, 1) s
    JOIN income_day d ON (d.day, d.agent_id, d.currency, d.kind, d.other) = (s.day, s.agent_id, s.currency, s.kind, s.other)
    WHERE d.first_journal = 1);
