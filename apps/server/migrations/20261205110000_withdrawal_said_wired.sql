-- Up Migration
-- One person said that a withdrawal had been wired, and its rate was over before the second agreed: what was held went back to its owner,
-- who had the transfer too, and the second person was refused. It counts when it was said.
-- The version before: calls the same doors, which give back less and refuse less.

CREATE INDEX approval_said_wired ON approval (subject_id, id) WHERE act = 'withdrawals.markPaid';

-- Somebody says that it was wired, and nobody has decided that, or did so in time.
CREATE FUNCTION withdrawal_is_said_wired(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT a.state IN ('waiting', 'expired', 'stale') FROM approval a
    WHERE a.subject_kind = 'withdrawal' AND a.subject_id = wanted::text AND a.act = 'withdrawals.markPaid' ORDER BY a.id DESC LIMIT 1), false)
$$;

-- As before, but that neither the product itself nor the owner gets back what is said to have been wired: a person of the platform gives it.
CREATE OR REPLACE FUNCTION end_withdrawal(wanted bigint, becomes text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  was text;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  was := w.status;
  IF (person IS NULL OR becomes = 'cancelled') AND withdrawal_is_said_wired(wanted) THEN
    RETURN false;
  END IF;
  IF was IS NULL OR becomes NOT IN ('rejected', 'cancelled') OR (was = 'pending' OR (was = 'processing' AND becomes = 'rejected'
      AND (w.operator_id = person OR (person IS NULL AND w.rate_until <= at)))) IS NOT TRUE THEN
    RETURN false;
  END IF;
  IF (CASE
    WHEN becomes = 'cancelled' THEN works_for(person, w.owner_id)
    WHEN person IS NULL THEN w.rate_until <= at OR (w.is_cooling AND w.created_at <= at - interval '72 hours')
    ELSE stands_over(person, NULL) AND person <> w.made_by END) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not end withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = becomes, operator_id = person, decision_reason = why, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO w;
  journal := withdrawal_post(w, 'withdrawal.release', 0::smallint, w.currency, ARRAY['L231', 'L200'],
    ARRAY[w.owner_id, w.owner_id], ARRAY[-w.hold, w.hold], person, why, request);
  PERFORM note_withdrawal(w, CASE WHEN becomes = 'cancelled' THEN 'withdraws.apply.cancel' WHEN person IS NULL THEN 'withdrawal.expire'
    ELSE 'withdraws.list.reject' END, was, jsonb_build_object('reason', why), person, request, journal);
  RETURN true;
END $$;

-- As before, but that the rate which counts is that of the moment at which it was said.
CREATE OR REPLACE FUNCTION pay_withdrawal(
  wanted bigint, number text, operator bigint, agreed bigint, why text, request text, slip text DEFAULT NULL
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  checker bigint;
  journal bigint;
  -- By the rate of then it was wired, however long its second person took.
  said_at timestamptz := coalesce((
    SELECT a.created_at FROM approval a
    WHERE a.id = agreed AND a.act = 'withdrawals.markPaid' AND a.payload ->> 'withdrawal_id' = wanted::text), at);
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN 'invalidState';
  ELSIF w.operator_id <> operator THEN
    RETURN 'invalidState';
  ELSIF w.rate_until <= said_at THEN
    RETURN 'staleEdit';
  ELSIF NOT EXISTS (SELECT FROM app_user u JOIN app_user g ON g.id = w.agent_id AND g.status = 'active'
      WHERE u.id = w.owner_id AND u.status = 'active') THEN
    RETURN 'merchantDisabled';
  ELSIF EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = w.owner_id AND x.account_hash = w.account_hash AND x.refused) THEN
    RETURN 'withdrawalAccountUnverified';
  ELSIF EXISTS (SELECT FROM block_entry e WHERE (e.agent_id IS NULL OR e.agent_id = w.agent_id)
      AND ((e.kind = 'name' AND e.value = w.name_mark) OR (e.kind = 'card' AND e.value = w.card_mark))) THEN
    RETURN 'blockedPayee';
  ELSIF EXISTS (SELECT FROM account x JOIN balance b ON b.account_id = x.id
      WHERE x.owner_id = w.owner_id AND x.kind = 'A130' AND x.currency = w.currency AND x.book = 'main' AND b.balance < 0) THEN
    RETURN 'receivableOutstanding';
  END IF;
  IF slip IS NOT NULL THEN
    PERFORM FROM payout_slip s WHERE s.hash = pay_withdrawal.slip FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RETURN 'fileExpired';
    ELSIF EXISTS (SELECT FROM payout_by_hand h WHERE h.slip = pay_withdrawal.slip)
       OR EXISTS (SELECT FROM withdrawal n WHERE n.slip = pay_withdrawal.slip) THEN
      RETURN 'alreadyPosted';
    END IF;
    UPDATE payout_slip s SET is_named = true WHERE s.hash = pay_withdrawal.slip;
    number := coalesce(number, 'slip ' || slip);
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.markPaid' AND a.maker_id = operator AND a.reason = why
      AND a.payload ->> 'withdrawal_id' = wanted::text AND a.payload ->> 'third_party_no' = number
      AND a.payload ->> 'slip' IS NOT DISTINCT FROM pay_withdrawal.slip);
  IF NOT may_look_at(operator, w.made_by, w.owner_id)
     OR (agreed IS NOT NULL AND may_look_at(checker, w.made_by, w.owner_id) IS NOT TRUE)
     OR (agreed IS NULL AND withdrawal_needs_second(w) AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has said that withdrawal % was paid', wanted USING ERRCODE = 'LG403';
  END IF;
  -- The platform's own bank is no channel account: it has the number 0.
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (0, number, 'withdrawal', w.id, w.target_amount, at);
  UPDATE withdrawal n SET status = 'paid', third_party_no = number, slip = pay_withdrawal.slip, checker_id = checker, approval_id = agreed, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO w;
  IF w.rate IS NULL THEN
    journal := withdrawal_post(w, 'withdrawal.paid', 0::smallint, w.currency, ARRAY['L231', 'A110', 'R410', 'L240'],
      ARRAY[w.owner_id, NULL, NULL, w.agent_id], ARRAY[-w.hold, w.target_amount, w.fee - w.agent_share, w.agent_share], operator, NULL, request);
  ELSE
    journal := withdrawal_post(w, 'withdrawal.paid', 0::smallint, w.currency, ARRAY['L231', 'F300', 'L240'],
      ARRAY[w.owner_id, NULL, w.agent_id], ARRAY[-w.hold, w.hold - w.agent_share, w.agent_share], operator, NULL, request);
    PERFORM note_withdrawal(w, 'withdraws.list.approve', w.status, NULL, operator, request, withdrawal_post(w, 'withdrawal.paid',
      1::smallint, w.target_currency, ARRAY['F300', 'A110', 'R410'], ARRAY[NULL, NULL, NULL]::bigint[],
      ARRAY[-w.target_amount - w.fee, w.target_amount, w.fee], operator, NULL, request));
  END IF;
  PERFORM note_withdrawal(w, 'withdraws.list.approve', 'processing',
    jsonb_strip_nulls(jsonb_build_object('provider_order_no', number, 'slip', slip, 'reason', why, 'approved_by', checker::text)), operator, request, journal);
  RETURN NULL;
END $$;
