-- Up Migration
-- How a payout ends unpaid, comes back, or turns out to have been paid after all. One at a time: these are rare.

-- What a hold took, as journals give it back: early money whose day has come meanwhile is settled money by now, and the
-- rest goes to its own days.
CREATE FUNCTION payout_gives_back(o payout_order) RETURNS TABLE (account_id bigint, amount bigint)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  at timestamptz := business_now();
  h payout_hold;
  c payout_chain;
BEGIN
  UPDATE payout_hold SET given_back_at = at
  WHERE order_id = o.id AND hold_no = o.hold_no AND given_back_at IS NULL RETURNING * INTO h;
  IF h.order_id IS NULL THEN
    RAISE EXCEPTION 'payout % has no hold to give back', o.id USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  -- The pool of early money is touched under the lock of its balance.
  PERFORM FROM balance b WHERE b.account_id IN (c.reserved, c.top_up, c.early, c.settleable)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  INSERT INTO early_settlement AS e (account_id, settle_at, amount)
  SELECT c.early, d.settle_at, sum_minor(d.amount) FROM unnest(h.early_days, h.early_amounts) AS d (settle_at, amount)
  WHERE d.settle_at > at GROUP BY d.settle_at ORDER BY d.settle_at
  ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount;
  RETURN QUERY
  SELECT g.account_id, sum_minor(g.amount) FROM (
    SELECT p.account_id, p.amount FROM unnest(h.account_ids, h.amounts) AS p (account_id, amount)
    UNION ALL
    SELECT CASE WHEN d.settle_at > at THEN c.early ELSE c.settleable END, d.amount
    FROM unnest(h.early_days, h.early_amounts) AS d (settle_at, amount)
  ) g GROUP BY g.account_id ORDER BY g.account_id;
END $$;

-- The journal of one payout, as it is asked for; amounts of zero are left out.
CREATE FUNCTION payout_entry(
  o payout_order, event text, seq smallint, accounts bigint[], amounts bigint[], reason text, actor bigint, request text
) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  entry journal_entry;
BEGIN
  entry.event := event;
  entry.ref_id := o.id;
  entry.seq := seq;
  entry.book := CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  entry.currency := o.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := actor;
  entry.note := reason;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, amounts) WITH ORDINALITY AS l (account, amount, n) WHERE l.amount <> 0;
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

-- Ends a payout that no provider has, and gives its hold back: `rejected` (by a provider's definite no, a person, the
-- merchant, or because nobody decided) or `verify_failed`. Answers false, and nothing changes, where it is not processing or
-- a provider may have it.
CREATE FUNCTION payout_reject(wanted bigint, becomes text, act text, why text, actor bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  IF ((becomes, act) IN (('rejected', 'payout.reject'), ('rejected', 'payout.cancel'), ('verify_failed', 'payout.verifyFailed')))
     IS NOT TRUE THEN
    RAISE EXCEPTION 'no payout becomes % by %', becomes, act USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted)
     OR (becomes = 'verify_failed' AND o.stage <> 'verifying')
     OR (act = 'payout.cancel' AND o.stage NOT IN ('accepted', 'verifying', 'queued')) THEN
    RETURN false;
  END IF;
  IF act = 'payout.reject' AND actor IS NOT NULL AND NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not reject payout %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  IF act = 'payout.cancel' AND pays_out_for(actor, o.customer_id, o.agent_id) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not take payout % back', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  SELECT array_agg(g.account_id), array_agg(g.amount) INTO accounts, amounts FROM payout_gives_back(o) g;
  journal := payout_entry(o, 'payout.release', o.hold_no, c.reserved || accounts,
    -(o.amount + o.merchant_fee) || amounts, why, actor, request);
  -- What waited for a person still does when it is held anew: the merchant's server decides nothing in his place.
  UPDATE payout_order SET status = becomes, stage = NULL, stage_since = at, failure = why, completed_at = at,
    wait_reason = CASE WHEN becomes = 'verify_failed' THEN wait_reason END,
    check_result = CASE WHEN becomes = 'verify_failed' THEN why ELSE check_result END
  WHERE id = wanted RETURNING * INTO o;
  DELETE FROM payout_work WHERE order_id = wanted;
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES (CASE becomes WHEN 'rejected' THEN 'payout.rejected' ELSE 'payout.failed' END, 'payout:' || wanted, payout_news(o), at);
  PERFORM note_payout(act, wanted, 'processing', becomes, jsonb_build_object('reason', why), actor, request, journal);
  RETURN true;
END $$;

-- A person has a payout verified once more that its merchant's server did not confirm: it is held anew, from what the merchant
-- has now. It goes on waiting for whom it waited for, and in a cool-down for the platform. Answers done, poor (his money does
-- not reach, or he owes), or refused (another state).
CREATE FUNCTION payout_reverify(wanted bigint, actor bigint, request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  due bigint;
  part bigint;
  plain_accounts bigint[] := '{}';
  plain_amounts bigint[] := '{}';
  days timestamptz[];
  day_amounts bigint[];
  early bigint := 0;
  day record;
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'verify_failed'
     OR NOT EXISTS (SELECT FROM app_user u WHERE u.id = o.customer_id AND u.status = 'active') THEN
    RETURN 'refused';
  END IF;
  IF NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not verify payout % again', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  PERFORM FROM balance b WHERE b.account_id IN (c.reserved, c.top_up, c.early, c.settleable, c.owed)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  due := o.amount + o.merchant_fee;
  IF EXISTS (SELECT FROM balance b WHERE b.account_id = c.owed AND b.balance < 0)
     OR due > (SELECT sum(greatest(b.balance, 0)) FROM balance b WHERE b.account_id IN (c.top_up, c.early, c.settleable)) THEN
    RETURN 'poor';
  END IF;
  FOR place IN 1 .. 3 LOOP
    IF place = 2 THEN
      FOR day IN SELECT e.id, e.settle_at, e.amount FROM early_settlement e WHERE e.account_id = c.early AND e.amount > 0
                 ORDER BY e.settle_at, e.id LOOP
        part := least(day.amount, due);
        CONTINUE WHEN part = 0;
        UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
        days := days || day.settle_at;
        day_amounts := day_amounts || part;
        early := early + part;
        due := due - part;
      END LOOP;
    ELSE
      SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b
      WHERE b.account_id = CASE place WHEN 1 THEN c.top_up ELSE c.settleable END;
      CONTINUE WHEN part = 0;
      plain_accounts := plain_accounts || CASE place WHEN 1 THEN c.top_up ELSE c.settleable END;
      plain_amounts := plain_amounts || part;
      due := due - part;
    END IF;
  END LOOP;
  INSERT INTO payout_hold (order_id, hold_no, account_ids, amounts, early_days, early_amounts)
  VALUES (wanted, o.hold_no + 1, plain_accounts, plain_amounts, days, day_amounts);
  journal := payout_entry(o, 'payout.submit', (o.hold_no + 1)::smallint, plain_accounts || ARRAY[c.early, c.reserved],
    ARRAY(SELECT -x FROM unnest(plain_amounts) WITH ORDINALITY AS u (x, n) ORDER BY n)
      || ARRAY[-early, o.amount + o.merchant_fee], NULL, actor, request);
  UPDATE payout_order SET status = 'processing', stage = 'verifying', stage_since = at, hold_no = hold_no + 1, failure = NULL,
    check_result = NULL, completed_at = NULL,
    wait_reason = coalesce(wait_reason, CASE WHEN EXISTS (
      SELECT FROM account_change h
      WHERE h.user_id IN (o.customer_id, o.submitted_by) AND h.what NOT IN ('account', 'rights')
        AND h.at > now() - CASE WHEN h.by_id = h.user_id THEN interval '2 hours' ELSE interval '24 hours' END) THEN 'coolDown' END)
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now());
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('payout.created', 'payout:' || wanted, json_build_object('order_id', wanted::text, 'status', 'processing'), at);
  PERFORM note_payout('payout.reverify', wanted, 'verify_failed', 'processing',
    CASE WHEN o.wait_reason IS NOT NULL THEN jsonb_build_object('wait', o.wait_reason) END, actor, request, journal);
  RETURN 'done';
END $$;

-- A paid payout came back (J6): the merchant gets his whole hold, the chain returns what it earned, and the senior agent bears
-- the provider's cost and what is missing of the amount. Only on the provider's word, which names its own payment.
-- Answers false where it is not paid, and where this return was booked before.
CREATE FUNCTION payout_reverse(wanted bigint, returned bigint, ref text, why text, actor bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'paid' OR o.reverse_status = 'reversed' OR (returned > 0) IS NOT TRUE THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT FROM paid_proof p WHERE p.channel_account_id = o.channel_account_id AND p.provider_ref = ref
                   AND p.kind = 'payout' AND p.order_id = wanted)
     OR EXISTS (SELECT FROM journal j WHERE j.event = 'payout.paidLate' AND j.ref_id = wanted) THEN
    RAISE EXCEPTION 'payout % was not paid by %', wanted, ref USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  SELECT array_agg(g.account_id), array_agg(g.amount) INTO accounts, amounts FROM payout_gives_back(o) g;
  journal := payout_entry(o, 'payout.reverse', 0::smallint,
    ARRAY[c.clearing, c.suspense, c.sub_agent_income, c.middleman_income, c.agent_income, c.system_income,
      CASE WHEN o.takes_system_fee THEN c.agent_income ELSE c.agent_owes END] || accounts,
    ARRAY[-returned, greatest(returned - o.amount, 0), -o.sub_agent_fee, -o.middleman_fee,
      -(o.merchant_fee - o.sub_agent_fee - o.middleman_fee + greatest(o.amount - returned, 0)), -o.system_fee,
      o.system_fee] || amounts, why, actor, request);
  UPDATE payout_order SET status = 'rejected_reversed', reverse_status = 'reversed', failure = why, completed_at = at
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.reversed', 'payout:' || wanted, payout_news(o), at);
  PERFORM note_payout('payout.reverse', wanted, 'paid', 'rejected_reversed',
    jsonb_build_object('provider_order_no', ref, 'currency', o.currency, 'amount_minor', returned::text), actor, request, journal);
  RETURN true;
END $$;

-- A payout was paid after its hold was given back (J21): its merchant's buckets pay what left and what it cost, early money
-- with the oldest day first, and what they do not hold he owes. Answers false where it is not rejected.
CREATE FUNCTION payout_paid_late(wanted bigint, paid bigint, channel_account bigint, ref text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  due bigint;
  taken bigint[] := '{0, 0, 0}';
  part bigint;
  day record;
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  -- What was never given to this account cannot have been paid by it.
  IF o.status IS DISTINCT FROM 'rejected' OR o.amount IS DISTINCT FROM paid
     OR o.channel_account_id IS DISTINCT FROM channel_account
     OR NOT EXISTS (SELECT FROM payout_attempt a WHERE a.order_id = wanted AND a.channel_account_id = channel_account) THEN
    RETURN false;
  END IF;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (channel_account, ref, 'payout', wanted, paid, at);
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  PERFORM FROM balance b WHERE b.account_id IN (c.top_up, c.early, c.settleable, c.owed)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  due := o.amount + o.endpoint_fee;
  FOR day IN SELECT e.id, e.amount FROM early_settlement e WHERE e.account_id = c.early AND e.amount > 0
             ORDER BY e.settle_at, e.id LOOP
    part := least(day.amount, due);
    UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
    taken[1] := taken[1] + part;
    due := due - part;
  END LOOP;
  FOR place IN 2 .. 3 LOOP
    SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b
    WHERE b.account_id = CASE place WHEN 2 THEN c.top_up ELSE c.settleable END;
    taken[place] := part;
    due := due - part;
  END LOOP;
  journal := payout_entry(o, 'payout.paidLate', 0::smallint,
    ARRAY[c.early, c.top_up, c.settleable, c.owed, c.clearing, c.endpoint],
    ARRAY[-taken[1], -taken[2], -taken[3], -due, o.amount, o.endpoint_fee], NULL, NULL, request);
  UPDATE payout_attempt SET outcome = 'paid', asking_until = NULL WHERE order_id = wanted AND n = o.attempt_no;
  UPDATE payout_order SET status = 'paid', provider_order_no = ref, failure = NULL, completed_at = at
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES
    ('payout.paid', 'payout:' || wanted, payout_news(o), at),
    ('payout.flagged', 'payout:' || wanted, json_build_object('order_id', wanted::text, 'reason', 'paid_after_rejected'), at);
  PERFORM note_payout('payout.paidLate', wanted, 'rejected', 'paid', jsonb_build_object('provider_order_no', ref), NULL, request, journal);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION payout_gives_back, payout_entry, payout_reject, payout_reverify, payout_reverse, payout_paid_late FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_reject, payout_reverify, payout_reverse, payout_paid_late TO suanpan_app;
  END IF;
END $$;
