-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Its operator wired it: what was reserved is used up, and what was kept of it goes to who earns it. Everything that stood against
-- an application is looked at again. Answers what stands against it, null when it is paid. Refuses (LG403) whoever may not. A
-- number that paid something before violates paid_proof_once.
-- Nothing is paid to an owner who is switched off, or whose senior agent is. It is known by the number of its transfer or by its
-- slip, and without a number the slip stands for it. Answers `fileExpired` for a slip that is not kept, and `alreadyPosted` for one
-- that paid something before.
--
-- 20261205110000_withdrawal_said_wired
-- As before, but that the rate which counts is that of the moment at which it was said.
--
-- 20261206100000_undecided_stays
-- As before, but for the moment that counts.
--
-- 20261206120000_wired_is_booked
-- As before, but that nothing but its state, its rate and its proof is asked any more.

CREATE FUNCTION pay_withdrawal(wanted bigint, number text, operator bigint, agreed bigint, why text, request text, slip text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
