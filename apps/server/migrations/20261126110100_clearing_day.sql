-- Up Migration
-- What lies with each provider by our books (A100) and what we owe it for its work (L260), day by day: such accounts have no
-- running balance, and nobody waits while all of their journals are read.

CREATE TABLE clearing_day (
  channel_account_id bigint NOT NULL,
  kind text NOT NULL REFERENCES account_kind,
  day date NOT NULL,
  -- Minor units; above zero credits.
  change numeric NOT NULL,
  PRIMARY KEY (channel_account_id, kind, day)
) WITH (fillfactor = 50);

-- Of the journals above one and up to another. Legs on accounts with a running balance stand first; these have none.
CREATE FUNCTION clearing_sums(above bigint, upto bigint) RETURNS TABLE (
  channel_account_id bigint, kind text, day date, change numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.channel_account_id, a.kind, business_day(j.posted_at), sum(l.amount)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[cardinality(j.versions) + 1 :], j.amounts[cardinality(j.versions) + 1 :])
    AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('A100', 'L260')
  WHERE j.id > above AND j.id <= upto AND j.book = 'main'
  GROUP BY 1, 2, 3
$$;

-- What is folded so far is counted to the same journal.
INSERT INTO clearing_day SELECT s.* FROM account_fold f CROSS JOIN LATERAL clearing_sums(0, f.journal_id) s;

-- Exact to the commit: what is folded, and what came since.
CREATE VIEW clearing_day_now AS
  SELECT channel_account_id, kind, day, sum(change) AS change
  FROM (
    SELECT * FROM clearing_day
    UNION ALL
    SELECT * FROM clearing_sums((SELECT f.journal_id FROM account_fold f), 9223372036854775807)
  ) both_parts
  GROUP BY channel_account_id, kind, day;

-- As it stands in the migration of the days, and what lies with providers.
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

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON clearing_day, clearing_day_now TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON clearing_day, clearing_day_now FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON clearing_day, clearing_day_now TO suanpan_report;
  END IF;
END $$;
