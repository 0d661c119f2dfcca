-- Up Migration
-- A withdrawal outlived its owner's being switched off: it was paid all the same, as no payout is. It waits until he, and his senior
-- agent, are active again, or is rejected. One whose applicant was switched off is never paid by one person alone.

-- As before, and what an account applied for that has been switched off since takes two persons.
CREATE OR REPLACE FUNCTION withdrawal_needs_second(w withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT w.is_cooling OR NOT EXISTS (SELECT FROM app_user m WHERE m.id = w.made_by AND m.status = 'active')
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

-- As before, and nothing is paid to an owner who is switched off.
CREATE OR REPLACE FUNCTION pay_withdrawal(wanted bigint, number text, operator bigint, agreed bigint, why text, request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  agent_kind text;
  checker bigint;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN 'invalidState';
  ELSIF w.operator_id <> operator THEN
    RETURN 'invalidState';
  ELSIF w.rate_until <= at THEN
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
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.markPaid' AND a.maker_id = operator AND a.reason = why
      AND a.payload ->> 'withdrawal_id' = wanted::text AND a.payload ->> 'third_party_no' = number);
  IF NOT may_look_at(operator, w.made_by, w.owner_id)
     OR (agreed IS NOT NULL AND may_look_at(checker, w.made_by, w.owner_id) IS NOT TRUE)
     OR (agreed IS NULL AND withdrawal_needs_second(w) AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has said that withdrawal % was paid', wanted USING ERRCODE = 'LG403';
  END IF;
  -- The platform's own bank is no channel account: it has the number 0.
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (0, number, 'withdrawal', w.id, w.target_amount, at);
  UPDATE withdrawal n SET status = 'paid', third_party_no = number, checker_id = checker, approval_id = agreed, completed_at = at
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
    jsonb_strip_nulls(jsonb_build_object('provider_order_no', number, 'reason', why, 'approved_by', checker::text)), operator, request, journal);
  RETURN NULL;
END $$;
