-- Up Migration
-- A payout of which one person says that it was paid by hand could be sent by the product itself, taken back by its merchant or given up
-- after three days, all while the second person was asked: its payee had been paid twice, or its merchant had the money too.
-- The version before: calls the same doors, which refuse it more; the function whose right is taken is new.

-- Somebody says that it was paid by hand, and nobody has agreed or disagreed yet. Whoever asks holds the payout's lock.
CREATE FUNCTION payout_is_said_paid(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM approval a
    WHERE a.state = 'waiting' AND a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid'
      AND a.expires_at > business_now())
$$;

-- Somebody said so, nobody agreed or disagreed in time, and no person has let it go or, two of them, said since that it was never sent.
CREATE INDEX approval_said_paid ON approval (subject_id, id) WHERE act = 'payouts.markPaid';
CREATE FUNCTION payout_is_undecided(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT a.state IN ('expired', 'stale') AND NOT EXISTS (
      SELECT FROM audit_log l
      WHERE l.object_kind = 'payout' AND l.object_id = a.subject_id AND l.act IN ('payout.dispatch', 'payout.saidUnsent')
        AND l.at >= a.decided_at)
    FROM approval a
    WHERE a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid' ORDER BY a.id DESC LIMIT 1), false)
$$;

-- As before, but that no hold goes back meanwhile, whoever asks: the system asks again, a merchant hears that it is too late. Where nobody
-- decided, a person of the house gives it back, and neither the system nor the merchant.
CREATE OR REPLACE FUNCTION payout_reject(wanted bigint, becomes text, act text, why text, actor bigint, request text) RETURNS boolean
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
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted) OR payout_is_said_paid(wanted)
     OR ((actor IS NULL OR act = 'payout.cancel') AND payout_is_undecided(wanted))
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

-- As before, but that it is not sent meanwhile.
CREATE OR REPLACE FUNCTION payout_send_open(wanted bigint[], lease_ms int) RETURNS SETOF payout_attempt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  IF EXISTS (SELECT FROM money_pause z WHERE z.direction = 'payout') THEN
    wanted := ARRAY(
      SELECT o.id FROM payout_order o JOIN channel_account a ON a.id = o.channel_account_id
      WHERE o.id = ANY (wanted) AND NOT is_paused('payout', o.agent_id, a.provider_id));
  END IF;
  IF EXISTS (SELECT FROM approval a
      WHERE a.state = 'waiting' AND a.subject_kind = 'payout' AND a.subject_id = ANY (wanted::text[])) THEN
    wanted := ARRAY(SELECT n.id FROM unnest(wanted) AS n (id) WHERE NOT payout_is_said_paid(n.id));
  END IF;
  RETURN QUERY SELECT * FROM payout_send(wanted, lease_ms);
END $$;

-- As before, but that what a chain does not show is not believed meanwhile.
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
    'wait', CASE WHEN u.becomes = 'queued' THEN 'approval' END)), NULL, request);
  IF u.becomes = 'rejected' THEN
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

REVOKE ALL ON FUNCTION payout_is_said_paid FROM PUBLIC;
