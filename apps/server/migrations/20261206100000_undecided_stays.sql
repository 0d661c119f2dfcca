-- Up Migration
-- What one person says was paid by hand, and no second person decided, was decided by the next who said so too and took it back: its
-- merchant had the money again, and its payee too. While that is said the worker gave a payout to another channel, so that it was booked
-- where it had not been paid; a person who did the same once nobody had decided sent it without saying that he did. And a withdrawal that
-- was wired in time could not be booked any more once its rate was over, because its second person had not come.
-- The version before: calls the same doors, which refuse more.

-- As before, but that whoever takes back what he said decides nothing of what another had said before.
CREATE OR REPLACE FUNCTION payout_is_undecided(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT a.state IN ('expired', 'stale') AND NOT EXISTS (
      SELECT FROM audit_log l
      WHERE l.object_kind = 'payout' AND l.object_id = a.subject_id AND l.act IN ('payout.dispatch', 'payout.saidUnsent')
        AND l.at >= a.decided_at)
    FROM approval a
    WHERE a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid' AND a.state <> 'withdrawn'
    ORDER BY a.id DESC LIMIT 1), false)
$$;
CREATE OR REPLACE FUNCTION withdrawal_is_said_wired(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT a.state IN ('waiting', 'expired', 'stale') FROM approval a
    WHERE a.subject_kind = 'withdrawal' AND a.subject_id = wanted::text AND a.act = 'withdrawals.markPaid' AND a.state <> 'withdrawn'
    ORDER BY a.id DESC LIMIT 1), false)
$$;

-- As before, but that it is the platform's to let go also where the house below it could have.
CREATE OR REPLACE FUNCTION keep_undecided_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  UPDATE payout_order p SET wait_reason = 'approval'
  WHERE p.id = NEW.subject_id::bigint AND p.status = 'processing' AND p.stage IN ('accepted', 'verifying', 'queued')
    AND (p.wait_reason IS NULL OR p.wait_reason IN ('velocity', 'manualDispatch'))
  RETURNING * INTO o;
  IF o.id IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM payout_work w WHERE w.order_id = o.id AND o.stage = 'queued';
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || o.id,
    json_build_object('order_id', o.id::text, 'reason', 'approval'), business_now());
  PERFORM note_payout('payout.keptUndecided', o.id, NULL, NULL, jsonb_build_object('wait', 'approval', 'approval_id', NEW.id::text), NULL,
    NULL);
  RETURN NULL;
END $$;

-- As before, but that nobody gives it another way while it is said to be paid, nor the system where nobody decided that; where a person
-- does then, it waits to be let go.
CREATE OR REPLACE FUNCTION payout_reroute(wanted bigint, to_channel bigint, to_route jsonb, actor bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  way record;
  chain bigint;
  undecided boolean;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  undecided := payout_is_undecided(wanted);
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted) OR payout_is_said_paid(wanted)
     OR (undecided AND actor IS NULL) THEN
    RETURN false;
  END IF;
  IF actor IS NOT NULL AND NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not send payout % another way', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT p.* INTO way FROM (
    SELECT c.channel_account_id, fee_of(o.amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint,
           CASE WHEN o.sub_agent_id IS NULL THEN 0 ELSE fee_of(o.amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent,
           CASE WHEN o.middleman_id IS NULL THEN 0 ELSE fee_of(o.amount, m.middleman_pct, m.middleman_per_item) END AS middleman,
           fee_of(o.amount, g.system_pct, g.system_per_item) AS system
    FROM channel c
    JOIN channel_account a ON a.id = c.channel_account_id AND a.enabled AND a.direction = 'payout'
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id AND g.enabled
    JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id AND m.alias = o.method AND m.enabled
    WHERE c.id = to_channel AND c.enabled AND c.direction = 'payout' AND c.currency = o.currency
      AND o.amount >= greatest(c.min_amount, m.min_amount)
      AND (c.max_amount = 0 OR o.amount <= c.max_amount) AND (m.max_amount = 0 OR o.amount <= m.max_amount)
      AND (NOT c.integer_only OR o.amount % CASE o.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END = 0)
  ) p WHERE o.merchant_fee >= p.endpoint + p.sub_agent + p.middleman + p.system;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'channel % does not serve payout %', to_channel, wanted USING ERRCODE = 'LG404';
  END IF;
  PERFORM open_payout_chains(ARRAY[o.customer_id], ARRAY[o.agent_id], ARRAY[coalesce(o.sub_agent_id, 0)],
    ARRAY[coalesce(o.middleman_id, 0)], ARRAY[way.channel_account_id], ARRAY[o.currency],
    ARRAY[CASE WHEN o.is_test THEN 'test' ELSE 'main' END]);
  SELECT c.id INTO STRICT chain FROM payout_chain c
  WHERE c.customer_id = o.customer_id AND c.channel_account_id = way.channel_account_id AND c.agent_id = o.agent_id
    AND c.sub_agent_id = coalesce(o.sub_agent_id, 0) AND c.middleman_id = coalesce(o.middleman_id, 0)
    AND c.currency = o.currency AND c.book = CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  UPDATE payout_order SET channel_id = to_channel, channel_account_id = way.channel_account_id, chain_id = chain,
    route = coalesce(to_route, route), endpoint_fee = way.endpoint, sub_agent_fee = way.sub_agent,
    middleman_fee = way.middleman, system_fee = way.system, provider_order_no = NULL,
    stage = CASE WHEN stage IN ('submitted', 'unknown') THEN 'queued' ELSE stage END, stage_since = business_now(),
    wait_reason = CASE WHEN undecided THEN coalesce(wait_reason, 'approval') ELSE wait_reason END
  WHERE id = wanted;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.reroute', wanted, NULL, NULL, jsonb_build_object('channel', to_channel::text), actor, request);
  IF undecided AND o.wait_reason IS NULL THEN
    INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
      json_build_object('order_id', wanted::text, 'reason', 'approval'), business_now());
  END IF;
  RETURN true;
END $$;

-- As before, but that what was said to be paid since, and nobody decided, waits for a person although two said before that it was not sent.
CREATE OR REPLACE FUNCTION payout_unsent_heard(wanted bigint, shown text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  u payout_unsent;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  SELECT * INTO u FROM payout_unsent x WHERE x.order_id = wanted AND x.state = 'asked' AND x.attempt = o.attempt_no;
  IF u.id IS NULL OR o.stage IS NULL OR o.stage NOT IN ('submitted', 'unknown')
     OR (shown IS NULL AND (u.said_at > now() - interval '10 minutes' OR payout_is_said_paid(wanted))) THEN
    RETURN false;
  END IF;
  UPDATE payout_unsent SET state = CASE WHEN shown IS NULL THEN 'clear' ELSE 'contradicted' END, tx_hash = shown, heard_at = now()
  WHERE id = u.id;
  IF shown IS NOT NULL THEN
    UPDATE payout_attempt SET asking_until = NULL WHERE order_id = wanted AND n = u.attempt;
    UPDATE payout_order SET stage = 'claimed', stage_since = business_now() WHERE id = wanted;
    DELETE FROM payout_work w WHERE w.order_id = wanted;
    PERFORM note_payout('payout.unsentContradicted', wanted, NULL, NULL, jsonb_build_object('tx_hash', shown), NULL, request);
    INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
      json_build_object('order_id', wanted::text, 'reason', 'unsentContradicted'), business_now());
    RETURN true;
  END IF;
  IF NOT payout_heard(wanted, u.attempt, NULL, 'failed', NULL, NULL, request) THEN
    RAISE EXCEPTION 'the sending % of payout % has ended otherwise', u.attempt, wanted USING ERRCODE = 'LG404';
  END IF;
  DELETE FROM payout_in_hand h WHERE h.order_id = wanted;
  PERFORM note_payout('payout.unsent', wanted, NULL, NULL, jsonb_strip_nulls(jsonb_build_object(
    'request_no', (SELECT t.request_no FROM payout_attempt t WHERE t.order_id = wanted AND t.n = u.attempt),
    'wait', CASE WHEN u.becomes = 'queued' OR payout_is_undecided(wanted) THEN 'approval' END)), NULL, request);
  IF u.becomes = 'rejected' AND NOT payout_is_undecided(wanted) THEN
    IF NOT payout_reject(wanted, 'rejected', 'payout.reject', 'payoutRejected', NULL, request) THEN
      RAISE EXCEPTION 'payout % could not be rejected', wanted USING ERRCODE = 'LG404';
    END IF;
    RETURN true;
  END IF;
  UPDATE payout_order SET stage = 'queued', stage_since = business_now(), wait_reason = 'approval' WHERE id = wanted;
  DELETE FROM payout_work w WHERE w.order_id = wanted;
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
    json_build_object('order_id', wanted::text, 'reason', 'approval'), business_now());
  RETURN true;
END $$;

-- When it was first said of a withdrawal that it was wired by this number, of what was agreed to or what nobody decided.
CREATE FUNCTION withdrawal_said_wired_at(wanted bigint, number text, by_slip text, agreed bigint) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT min(a.created_at) FROM approval a
  WHERE a.subject_kind = 'withdrawal' AND a.subject_id = wanted::text AND a.act = 'withdrawals.markPaid'
    AND (a.id = agreed OR a.state IN ('expired', 'stale')) AND a.payload ->> 'withdrawal_id' = wanted::text
    AND a.payload ->> 'third_party_no' = number AND a.payload ->> 'slip' IS NOT DISTINCT FROM by_slip
$$;

-- As before, but for the moment that counts.
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
