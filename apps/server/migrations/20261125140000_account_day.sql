-- Up Migration
-- What accounts with a running balance were changed by on each business day, event by event, and what the orders of merchants
-- say of the same journals. A balance as of any moment is what lies before its day, and the journals of that day up to there.

CREATE TABLE account_day (
  account_id bigint NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  -- Minor units; above zero credits.
  change numeric NOT NULL,
  -- Between these lie the journals that it counts, so that they are found by their number.
  first_journal bigint NOT NULL,
  last_journal bigint NOT NULL,
  PRIMARY KEY (account_id, day, event)
) WITH (fillfactor = 50);
CREATE INDEX account_day_day ON account_day (day);

-- By the orders themselves, so that what the books changed is held against them: what payers paid and payees got, in minor
-- units, and the merchant's fee of it. What a payout takes is above zero, and what a reversal gives back below.
CREATE TABLE merchant_day (
  customer_id bigint NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  event text NOT NULL,
  count bigint NOT NULL,
  amount numeric NOT NULL,
  fee numeric NOT NULL,
  PRIMARY KEY (customer_id, day, currency, event)
) WITH (fillfactor = 50);
CREATE INDEX merchant_day_day ON merchant_day (day);

-- What lies with each provider by our books (A100) and what we owe it for its work (L260): such accounts have no running balance,
-- and nobody waits while all of their journals are read.
CREATE TABLE clearing_day (
  channel_account_id bigint NOT NULL,
  kind text NOT NULL REFERENCES account_kind,
  day date NOT NULL,
  -- Minor units; above zero credits.
  change numeric NOT NULL,
  PRIMARY KEY (channel_account_id, kind, day)
) WITH (fillfactor = 50);

-- The journal up to which all of them count.
CREATE TABLE account_fold (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  journal_id bigint NOT NULL
);
INSERT INTO account_fold (journal_id) VALUES (0);

-- Journals of one day lie together, so a summary of stretches finds them and costs writers next to nothing.
CREATE INDEX journal_posted ON journal USING brin (posted_at) WITH (autosummarize = on);

-- Of the journals above one and up to another.
CREATE FUNCTION account_sums(above bigint, upto bigint) RETURNS TABLE (
  account_id bigint, day date, event text, change numeric, first_journal bigint, last_journal bigint)
LANGUAGE sql STABLE AS $$
  -- Legs on accounts with a running balance stand first.
  SELECT l.account_id, business_day(j.posted_at), j.event, sum(l.amount), min(j.id), max(j.id)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[: cardinality(j.versions)], j.amounts[: cardinality(j.versions)])
    AS l (account_id, amount)
  WHERE j.id > above AND j.id <= upto
  GROUP BY 1, 2, 3
$$;

CREATE FUNCTION merchant_sums(above bigint, upto bigint) RETURNS TABLE (
  customer_id bigint, day date, currency text, event text, count bigint, amount numeric, fee numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.customer_id, business_day(s.posted_at), s.currency, s.event, count(*), sum(s.amount), sum(s.fee)
  FROM (
    SELECT o.customer_id, j.posted_at, o.currency, j.event, o.actual_amount AS amount, o.fee
    FROM journal j JOIN collection_order o ON o.id = j.ref_id
    WHERE j.id > above AND j.id <= upto AND j.book = 'main' AND j.event = 'collection.settle'
    UNION ALL
    SELECT p.customer_id, j.posted_at, p.currency, j.event,
           -- What is paid after all costs its end point and no fee (J21).
           CASE j.event WHEN 'payout.paidLate' THEN p.amount + p.endpoint_fee WHEN 'payout.reverse' THEN -p.amount ELSE p.amount END,
           CASE j.event WHEN 'payout.paidLate' THEN 0 WHEN 'payout.reverse' THEN -p.merchant_fee ELSE p.merchant_fee END
    FROM journal j JOIN payout_order p ON p.id = j.ref_id
    WHERE j.id > above AND j.id <= upto AND j.book = 'main'
      AND j.event IN ('payout.paid', 'payout.paidLate', 'payout.reverse')
  ) s
  GROUP BY 1, 2, 3, 4
$$;

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

-- Exact to the commit: what is folded, and what came since.
CREATE VIEW account_day_now AS
  SELECT account_id, day, event, sum(change) AS change, min(first_journal) AS first_journal, max(last_journal) AS last_journal
  FROM (
    SELECT * FROM account_day
    UNION ALL
    SELECT * FROM account_sums((SELECT f.journal_id FROM account_fold f), 9223372036854775807)
  ) both_parts
  GROUP BY account_id, day, event;

CREATE VIEW merchant_day_now AS
  SELECT customer_id, day, currency, event, sum(count)::bigint AS count, sum(amount) AS amount, sum(fee) AS fee
  FROM (
    SELECT * FROM merchant_day
    UNION ALL
    SELECT * FROM merchant_sums((SELECT f.journal_id FROM account_fold f), 9223372036854775807)
  ) both_parts
  GROUP BY customer_id, day, currency, event;

CREATE VIEW clearing_day_now AS
  SELECT channel_account_id, kind, day, sum(change) AS change
  FROM (
    SELECT * FROM clearing_day
    UNION ALL
    SELECT * FROM clearing_sums((SELECT f.journal_id FROM account_fold f), 9223372036854775807)
  ) both_parts
  GROUP BY channel_account_id, kind, day;

-- Folds at most so many journals; answers how many numbers were passed, zero also while somebody else folds. The last ones are
-- left: their numbers are drawn before they are committed, and `margin` of them may be under way.
CREATE FUNCTION fold_accounts(margin bigint, most bigint) RETURNS bigint
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

REVOKE ALL ON FUNCTION fold_accounts FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON account_day, merchant_day, clearing_day, account_fold, account_day_now, merchant_day_now, clearing_day_now
      TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON account_day, merchant_day, clearing_day, account_fold, account_day_now, merchant_day_now,
      clearing_day_now FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION fold_accounts TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON account_day, merchant_day, clearing_day, account_fold, account_day_now, merchant_day_now, clearing_day_now
      TO suanpan_report;
  END IF;
END $$;
