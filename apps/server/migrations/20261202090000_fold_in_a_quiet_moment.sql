-- Up Migration
-- The last ten thousand journals were never folded, because some of them may have their number and not be committed, and every data
-- screen read them anew. In a moment in which nobody else has a transaction open all of them are: then nothing is left out.
-- The version before: it calls the same functions.

-- Asked after the last number was read: whoever drew that one or an earlier has ended, and the next statement sees what he did.
CREATE FUNCTION nobody_else_acts() RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT NOT EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'virtualxid' AND l.granted AND l.pid IS DISTINCT FROM pg_backend_pid())
$$;

CREATE OR REPLACE FUNCTION fold_accounts(margin bigint, most bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  drawn bigint;
  above bigint;
  upto bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('accounts.fold', 0)) THEN
    RETURN 0;
  END IF;
  SELECT f.journal_id INTO STRICT above FROM account_fold f;
  SELECT s.last_value INTO STRICT drawn FROM journal_id s;
  IF nobody_else_acts() THEN
    margin := 0;
  END IF;
  upto := least(above + most, drawn - margin);
  IF upto <= above THEN
    RETURN 0;
  END IF;
  -- Whoever drew a number below these had begun to write before the youngest of these had: he is done once all are that began
  -- before that one.
  IF age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= (
    SELECT min(age(j.xmin)) FROM journal j WHERE j.id > upto AND j.id <= upto + margin) THEN
    RETURN 0;
  END IF;
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
  UPDATE account_fold SET journal_id = upto;
  RETURN upto - above;
END $$;

CREATE OR REPLACE FUNCTION fold_income(margin bigint, most bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  drawn bigint;
  above bigint;
  upto bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('income.fold', 0)) THEN
    RETURN 0;
  END IF;
  SELECT f.journal_id INTO STRICT above FROM income_fold f;
  SELECT s.last_value INTO STRICT drawn FROM journal_id s;
  IF nobody_else_acts() THEN
    margin := 0;
  END IF;
  upto := least(above + most, drawn - margin);
  IF upto <= above THEN
    RETURN 0;
  END IF;
  -- Whoever drew a number below these had begun to write before the youngest of these had: he is done once all are that began
  -- before that one.
  IF age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= (
    SELECT min(age(j.xmin)) FROM journal j WHERE j.id > upto AND j.id <= upto + margin) THEN
    RETURN 0;
  END IF;
  INSERT INTO income_day AS d (day, agent_id, currency, kind, other, credited, debited, first_journal, last_journal)
  SELECT * FROM income_sums(above, upto)
  ON CONFLICT (day, agent_id, currency, kind, other) DO UPDATE
    SET credited = d.credited + EXCLUDED.credited, debited = d.debited + EXCLUDED.debited,
        first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
  UPDATE income_fold SET journal_id = upto;
  RETURN upto - above;
END $$;

REVOKE ALL ON FUNCTION nobody_else_acts FROM PUBLIC;
