-- Up Migration
-- What stood against paying a withdrawal was asked when it was booked, after it had been wired: whoever had wired it could only reject it then,
-- and its owner had the money twice. It is asked when an operator takes it now, before anything is wired; what comes up after that
-- takes a second person, who is told of it, and is booked.
-- The version before: calls the same doors. What stands against a withdrawal is an `invalidState` there when it is taken, and one of a
-- disabled owner that was wired waits for this version.

-- What stands against paying one to its owner, null where nothing does.
CREATE FUNCTION withdrawal_stands_against(w withdrawal) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM app_user u JOIN app_user g ON g.id = w.agent_id AND g.status = 'active'
        WHERE u.id = w.owner_id AND u.status = 'active') THEN 'merchantDisabled'
    WHEN EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = w.owner_id AND x.account_hash = w.account_hash AND x.refused)
      THEN 'withdrawalAccountUnverified'
    WHEN EXISTS (SELECT FROM block_entry e WHERE (e.agent_id IS NULL OR e.agent_id = w.agent_id)
        AND ((e.kind = 'name' AND e.value = w.name_mark) OR (e.kind = 'card' AND e.value = w.card_mark))) THEN 'blockedPayee'
    WHEN EXISTS (SELECT FROM account x JOIN balance b ON b.account_id = x.id
        WHERE x.owner_id = w.owner_id AND x.kind = 'A130' AND x.currency = w.currency AND x.book = 'main' AND b.balance < 0)
      THEN 'receivableOutstanding'
  END
$$;

-- As before, and whatever stands against it takes one.
CREATE OR REPLACE FUNCTION withdrawal_needs_second(w withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_stands_against(w) IS NOT NULL OR w.is_cooling
    OR NOT EXISTS (SELECT FROM app_user m WHERE m.id = w.made_by AND m.status = 'active')
    OR r.auto_approve_max = 0 OR r.auto_approve_max < greatest(s.of_owner, s.of_account, s.of_operator)
  FROM withdraw_rule_of(w.owner_id, w.currency) r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(n.amount) FILTER (WHERE n.owner_id = w.owner_id), 0) AS of_owner,
           coalesce(sum(n.amount) FILTER (WHERE n.account_hash = w.account_hash), 0) AS of_account,
           coalesce(sum(n.amount) FILTER (WHERE n.operator_id = w.operator_id AND n.checker_id IS NULL), 0) AS of_operator
    FROM withdrawal n
    WHERE n.currency = w.currency AND (n.created_at > business_now() - interval '24 hours' OR n.id = w.id)
      AND n.status IN ('pending', 'processing', 'paid')
  ) s
$$;

-- As before, but nobody takes one against which something stands: he would wire it.
CREATE OR REPLACE FUNCTION take_withdrawal(wanted bigint, operator bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'pending' OR withdrawal_stands_against(w) IS NOT NULL THEN
    RETURN false;
  END IF;
  IF NOT may_look_at(operator, w.made_by, w.owner_id) THEN
    RAISE EXCEPTION 'user % may not take withdrawal %', operator, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'processing', operator_id = operator WHERE n.id = wanted RETURNING n.* INTO w;
  PERFORM note_withdrawal(w, 'withdraws.list.take', 'pending', NULL, operator, request, NULL);
  RETURN true;
END $$;

-- As before, but that nothing but its state, its rate and its proof is asked any more.
CREATE OR REPLACE FUNCTION pay_withdrawal(
  wanted bigint, number text, operator bigint, agreed bigint, why text, request text, slip text DEFAULT NULL
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  checker bigint;
  journal bigint;
  -- By the rate of then it was wired, however long its second person took, and however often it had to be said because none came.
  said_at timestamptz := coalesce(withdrawal_said_wired_at(wanted, number, slip, agreed), at);
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN 'invalidState';
  ELSIF w.operator_id <> operator THEN
    RETURN 'invalidState';
  ELSIF w.rate_until <= said_at THEN
    RETURN 'staleEdit';
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

REVOKE ALL ON FUNCTION withdrawal_stands_against FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION withdrawal_stands_against TO suanpan_app;
  END IF;
END $$;
