-- Up Migration
-- A payout over a chain that was surely never sent. Whoever has it in hand says so and a second person agrees; then the chain is asked, and only its history, which shows no transfer of that sum to that address, gives the payout
-- back to the queue or its hold to the merchant. And a transaction pays one order however its number is typed.

DROP INDEX paid_proof_transaction;
CREATE UNIQUE INDEX paid_proof_transaction ON paid_proof (reference_key(provider_ref))
  WHERE length(provider_ref) >= 64 AND reference_key(provider_ref) ~ '^[0-9a-f]{64}$';

CREATE TABLE payout_unsent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES payout_order,
  -- Which sending of it; what is sent anew is another.
  attempt smallint NOT NULL,
  -- Where it goes once the chain agrees.
  becomes text NOT NULL CHECK (becomes IN ('queued', 'rejected')),
  -- asked: the chain is asked · clear: it shows no such transfer, and it was done · contradicted: it shows one · overtaken: a
  -- transaction was named meanwhile, or it was paid.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'clear', 'contradicted', 'overtaken')),
  -- The transfer that the chain shows.
  tx_hash text,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  -- Wall time, as the chain's is.
  said_at timestamptz NOT NULL,
  heard_at timestamptz,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL)),
  CHECK ((state = 'contradicted') = (tx_hash IS NOT NULL)),
  CHECK ((state = 'asked') = (heard_at IS NULL))
);
CREATE UNIQUE INDEX payout_unsent_asked ON payout_unsent (order_id) WHERE state = 'asked';
-- The proof looks for them among all that is said of payouts.
CREATE INDEX audit_log_unsent ON audit_log (object_id) WHERE act = 'payout.unsent';

-- Keeps that a payout was never sent, as two persons of the platform say, and sets it on its way to be asked about. `agreed` is
-- the approval of exactly this; without one it is refused (LG403) in production. Nobody behind the merchant or the submission says
-- so or agrees, nor does anybody say so but who has it in hand, as long as he is there (LG423). Answers false where nobody has it in hand, while a transaction is named for it or asked about.
CREATE FUNCTION payout_say_unsent(
  wanted bigint, goes text, maker bigint, agreed bigint, why text, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  checker bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS DISTINCT FROM 'claimed' OR o.attempt_no IS NULL OR NOT EXISTS (SELECT FROM payout_in_hand h WHERE h.order_id = wanted)
     OR EXISTS (SELECT FROM payout_transfer t WHERE t.order_id = wanted AND t.state = 'asked') THEN
    RETURN false;
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'payouts.notSent' AND a.maker_id = maker AND a.reason = why
      AND a.payload ->> 'order_id' = wanted::text AND a.payload ->> 'attempt' = o.attempt_no::text
      AND a.payload ->> 'becomes' = goes);
  IF NOT stands_over(maker, NULL) OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production'))
     OR (persons_behind(maker) || coalesce(persons_behind(checker), '{}')) && persons_behind(o.customer_id)
     OR (o.submitted_by IS NOT NULL AND persons_behind(coalesce(checker, maker)) && persons_behind(o.submitted_by)) THEN
    RAISE EXCEPTION 'nobody who may has said that payout % was never sent', wanted USING ERRCODE = 'LG403';
  END IF;
  IF EXISTS (SELECT FROM payout_in_hand h JOIN app_user u ON u.id = h.user_id
      WHERE h.order_id = wanted AND h.user_id <> maker AND u.status = 'active') THEN
    RAISE EXCEPTION 'payout % is in the hand of another', wanted USING ERRCODE = 'LG423';
  END IF;
  INSERT INTO payout_unsent (order_id, attempt, becomes, maker_id, checker_id, approval_id, reason, said_at)
  VALUES (wanted, o.attempt_no, goes, maker, checker, agreed, why, now());
  UPDATE payout_attempt SET asking_until = NULL WHERE order_id = wanted AND n = o.attempt_no;
  UPDATE payout_order SET stage = 'submitted', stage_since = business_now() WHERE id = wanted;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.saidUnsent', wanted, NULL, NULL, jsonb_build_object('note', why), maker, request);
  RETURN true;
END $$;

-- What the chain shows of it: a transfer of that sum to that address, which contradicts, or null for none. Only what it shows ten
-- minutes after both persons said so counts for none: by then whatever had been sent stands. The payout is then in nobody's hand
-- any more: it waits for a person again, or its hold goes back, once. Answers false where nobody asks that any more, or too early.
CREATE FUNCTION payout_unsent_heard(wanted bigint, shown text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  u payout_unsent;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  SELECT * INTO u FROM payout_unsent x WHERE x.order_id = wanted AND x.state = 'asked' AND x.attempt = o.attempt_no;
  IF u.id IS NULL OR o.stage IS NULL OR o.stage NOT IN ('submitted', 'unknown')
     OR (shown IS NULL AND u.said_at > now() - interval '10 minutes') THEN
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

REVOKE ALL ON FUNCTION payout_say_unsent, payout_unsent_heard FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON payout_unsent FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION payout_say_unsent, payout_unsent_heard TO suanpan_app;
  END IF;
END $$;
