-- Up Migration
-- What the platform earns and what it costs it, by day, senior agent and currency; the system fee that senior agents owe (J1b,
-- periodic mode) and its collection; and what the owners draw of the income (J18).

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('systemFee.collect', 'L240', 'agent', true, false),
  ('systemFee.collect', 'A120', 'agent', false, false),
  ('income.draw', 'Q900', 'platform', true, false),
  ('income.draw', 'A110', 'platform', false, false);

-- The sums of journals up to one of them, by the business day of their posting. A kind counts once a journal, by what the
-- journal changes of it. Zero stands for journals of no senior agent.
CREATE TABLE income_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL REFERENCES account_kind,
  -- Of the house's position, for or by which other currency it was given; empty for every other kind.
  other text NOT NULL,
  credited numeric NOT NULL,
  debited numeric NOT NULL,
  -- Between these lie the journals that it counts, so that they are found by their number.
  first_journal bigint NOT NULL,
  last_journal bigint NOT NULL,
  PRIMARY KEY (day, agent_id, currency, kind, other)
) WITH (fillfactor = 50);

-- The journal up to which the sums count all.
CREATE TABLE income_fold (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  journal_id bigint NOT NULL
);
INSERT INTO income_fold (journal_id) VALUES (0);

-- What each journal above one and up to another changes of each of these kinds.
CREATE FUNCTION income_legs(above bigint, upto bigint) RETURNS TABLE (
  journal_id bigint, posted_at timestamptz, agent_id bigint, currency text, kind text, other text, amount bigint)
LANGUAGE sql STABLE AS $$
  -- Legs on accounts with a running balance stand first; these kinds have none. What is exchanged has a journal of either currency.
  SELECT j.id, j.posted_at, coalesce(j.agent_id, 0), j.currency, a.kind,
         CASE a.kind WHEN 'F300' THEN (SELECT min(s.currency) FROM journal s
           WHERE s.event = j.event AND s.ref_id = j.ref_id AND s.currency <> j.currency) ELSE '' END, sum_minor(l.amount)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[cardinality(j.versions) + 1 :], j.amounts[cardinality(j.versions) + 1 :])
    AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('R400', 'R410', 'R420', 'E500', 'E510', 'Q900', 'A120', 'F300')
  WHERE j.id > above AND j.id <= upto AND j.book = 'main'
  GROUP BY j.id, a.kind HAVING sum_minor(l.amount) <> 0
$$;

CREATE FUNCTION income_sums(above bigint, upto bigint) RETURNS TABLE (
  day date, agent_id bigint, currency text, kind text, other text, credited numeric, debited numeric, first_journal bigint,
  last_journal bigint)
LANGUAGE sql STABLE AS $$
  SELECT business_day(l.posted_at), l.agent_id, l.currency, l.kind, l.other, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)),
         min(l.journal_id), max(l.journal_id)
  FROM income_legs(above, upto) l GROUP BY 1, 2, 3, 4, 5
$$;

-- Exact to the commit: what is folded, and what came since.
CREATE VIEW income_day_now AS
  SELECT day, agent_id, currency, kind, other, sum(credited) AS credited, sum(debited) AS debited,
         min(first_journal) AS first_journal, max(last_journal) AS last_journal
  FROM (
    SELECT * FROM income_day
    UNION ALL
    SELECT * FROM income_sums((SELECT f.journal_id FROM income_fold f), 9223372036854775807)
  ) both_parts
  GROUP BY day, agent_id, currency, kind, other;

-- Folds at most so many journals; answers how many numbers were passed, zero also while somebody else folds. The last ones are
-- left: their numbers are drawn before they are committed, and `margin` of them may be under way.
-- How many may be under way says nothing of how long one of them is: whoever drew a number among those that would be counted,
-- and is not done, is waited for.
CREATE FUNCTION fold_income(margin bigint, most bigint) RETURNS bigint
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
  INSERT INTO income_day AS d (day, agent_id, currency, kind, other, credited, debited, first_journal, last_journal)
  SELECT * FROM income_sums(above, upto)
  ON CONFLICT (day, agent_id, currency, kind, other) DO UPDATE
    SET credited = d.credited + EXCLUDED.credited, debited = d.debited + EXCLUDED.debited,
        first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
  UPDATE income_fold SET journal_id = upto;
  RETURN upto - above;
END $$;

-- What a senior agent owes of the system fee, in minor units; below zero the platform owes him.
CREATE FUNCTION system_fee_owed(agent bigint, currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(n.debited - n.credited), 0)::bigint FROM income_day_now n
  WHERE n.agent_id = agent AND n.currency = system_fee_owed.currency AND n.kind = 'A120'
$$;

-- What can be drawn: what was earned and has come in, less what it cost and what was drawn. A fee that is owed has not come in;
-- what the platform owes a senior agent of it was never income.
CREATE FUNCTION drawable_income(currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE t.kind WHEN 'A120' THEN least(t.amount, 0) ELSE t.amount END), 0)::bigint
  FROM (
    SELECT n.agent_id, n.kind, sum(n.credited - n.debited) AS amount FROM income_day_now n
    WHERE n.currency = drawable_income.currency AND n.kind <> 'F300' GROUP BY n.agent_id, n.kind
  ) t
$$;

CREATE TABLE system_fee_collection (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The month's own collection, once; null where a person of the platform collects.
  for_month date,
  maker_id bigint REFERENCES app_user,
  reason text,
  created_at timestamptz NOT NULL,
  CHECK ((for_month IS NULL) = (maker_id IS NOT NULL) AND (maker_id IS NULL) = (reason IS NULL)),
  UNIQUE (agent_id, currency, for_month)
);
CREATE TRIGGER system_fee_collection_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON system_fee_collection
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The system fee that a senior agent owes is taken from what he earned: all that both allow, or the amount that is named. Answers
-- the journal; null, and nothing changes, where there is nothing to take, or the month was collected. Refuses (LG402) more than
-- he owes or has earned, LG403 whoever is not of the platform, LG404 without the senior agent.
CREATE FUNCTION collect_system_fee(
  agent bigint, currency text, wanted bigint, month date, maker bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  accounts bigint[];
  earned bigint;
  owed bigint;
  taken bigint;
  c system_fee_collection;
  entry journal_entry;
  journal bigint;
BEGIN
  IF (maker IS NULL) = (month IS NULL) OR (maker IS NOT NULL AND stands_over(maker, NULL) IS NOT TRUE) THEN
    RAISE EXCEPTION 'user % may not collect', maker USING ERRCODE = 'LG403';
  END IF;
  -- Collections of one senior agent follow each other.
  PERFORM FROM app_user u WHERE u.id = agent AND u.kind = 'agent' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no senior agent %', agent USING ERRCODE = 'LG404';
  END IF;
  IF EXISTS (SELECT FROM system_fee_collection f
             WHERE f.agent_id = agent AND f.currency = collect_system_fee.currency AND f.for_month = month) THEN
    RETURN NULL;
  END IF;
  accounts := ledger_open_accounts(ARRAY['L240', 'A120'], ARRAY[agent, agent], ARRAY[NULL, NULL]::bigint[],
    ARRAY[currency, currency], ARRAY['main', 'main']);
  SELECT b.balance INTO STRICT earned FROM balance b WHERE b.account_id = accounts[1] FOR NO KEY UPDATE;
  owed := system_fee_owed(agent, currency);
  taken := greatest(least(earned, owed), 0);
  IF wanted > taken THEN
    RAISE EXCEPTION 'so much is not owed, or not there' USING ERRCODE = 'LG402';
  END IF;
  taken := coalesce(wanted, taken);
  IF taken = 0 THEN
    RETURN NULL;
  END IF;
  INSERT INTO system_fee_collection AS n (agent_id, currency, amount, for_month, maker_id, reason, created_at)
  VALUES (agent, collect_system_fee.currency, taken, month, maker, collect_system_fee.reason, at) RETURNING n.* INTO c;
  entry.event := 'systemFee.collect';
  entry.ref_id := c.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := c.currency;
  entry.agent_id := agent;
  entry.actor_id := maker;
  entry.note := c.reason;
  entry.request_id := request;
  entry.account_ids := accounts;
  entry.amounts := ARRAY[-taken, taken];
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, after, request_id)
  VALUES (at, maker, maker, 'accounting.systemIncome.collect', 'user', agent::text, journal, jsonb_strip_nulls(jsonb_build_object(
    'amount_minor', taken::text, 'currency', c.currency, 'for_month', month, 'reason', c.reason)), request);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || agent, json_build_object('owner_ids', ARRAY[agent::text]), at);
  RETURN journal;
END $$;

CREATE TABLE income_drawing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL,
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The account that it is wired to, as its maker wrote it.
  payee text NOT NULL,
  -- What could be drawn when it was.
  drawable bigint NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL)),
  CHECK (amount <= drawable)
);
CREATE INDEX income_drawing_newest ON income_drawing (created_at DESC, id DESC);
CREATE TRIGGER income_drawing_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON income_drawing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The owners draw of the income (J18), two persons of the platform together. Answers the journal. Refuses (LG402) more than can
-- be drawn and LG403 without the approval of exactly this, but where a second person was switched off.
CREATE FUNCTION draw_income(
  currency text, amount bigint, payee text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  checker bigint;
  drawable bigint;
  d income_drawing;
  entry journal_entry;
BEGIN
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'income.draw' AND a.maker_id = maker
      AND a.reason = draw_income.reason AND a.payload ->> 'currency' = draw_income.currency
      AND a.payload ->> 'amount' = draw_income.amount::text AND a.payload ->> 'payee' = draw_income.payee);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this drawing' USING ERRCODE = 'LG403';
  END IF;
  -- Drawings of one currency follow each other, so that no two are covered by the same income.
  PERFORM pg_advisory_xact_lock(hashtextextended('income.draw ' || currency, 0));
  drawable := drawable_income(currency);
  IF amount > drawable THEN
    RAISE EXCEPTION 'so much of the income cannot be drawn' USING ERRCODE = 'LG402';
  END IF;
  INSERT INTO income_drawing AS n (currency, amount, payee, drawable, maker_id, checker_id, approval_id, reason, created_at)
  VALUES (draw_income.currency, draw_income.amount, draw_income.payee, drawable, maker, checker, agreed,
    draw_income.reason, at) RETURNING n.* INTO d;
  entry.event := 'income.draw';
  entry.ref_id := d.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := d.currency;
  entry.actor_id := maker;
  entry.note := d.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY['Q900', 'A110'], ARRAY[NULL, NULL]::bigint[], ARRAY[NULL, NULL]::bigint[],
    ARRAY[d.currency, d.currency], ARRAY['main', 'main']);
  entry.amounts := ARRAY[-d.amount, d.amount];
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

REVOKE ALL ON FUNCTION fold_income, collect_system_fee, draw_income FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON income_day, income_fold, income_day_now, system_fee_collection, income_drawing TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON income_day, income_fold, income_day_now, system_fee_collection, income_drawing FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION fold_income, collect_system_fee, draw_income TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON income_day, income_fold, income_day_now, system_fee_collection, income_drawing TO suanpan_report;
  END IF;
END $$;
