-- Up Migration
-- What persons do with payouts besides letting them go: keep one to themselves, show the slip of a transfer, say that one was
-- paid or came back.

-- Somebody decides it and nobody else meanwhile; wall time, as a person's patience is.
CREATE TABLE payout_lock (
  order_id bigint PRIMARY KEY REFERENCES payout_order,
  user_id bigint NOT NULL REFERENCES app_user,
  until timestamptz NOT NULL
);
CREATE INDEX payout_lock_user ON payout_lock (user_id);

-- Pictures of transfers that were checked and cleaned, by the hash of their bytes.
CREATE TABLE payout_slip (
  hash text PRIMARY KEY,
  mime text NOT NULL CHECK (mime IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL,
  uploaded_by bigint NOT NULL REFERENCES app_user,
  uploaded_at timestamptz NOT NULL,
  -- Somebody submitted something with it: it stays, whatever he uploads afterwards.
  is_named boolean NOT NULL DEFAULT false
);
CREATE INDEX payout_slip_uploader ON payout_slip (uploaded_by, uploaded_at);

-- What was said, and by whom, of a payout that was paid by hand.
CREATE TABLE payout_by_hand (
  order_id bigint PRIMARY KEY REFERENCES payout_order,
  -- From which it was paid.
  channel_account_id bigint NOT NULL,
  third_party_no text,
  slip text REFERENCES payout_slip,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  approval_id bigint UNIQUE,
  said_at timestamptz NOT NULL,
  CHECK (third_party_no IS NOT NULL OR slip IS NOT NULL),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
-- A number and a slip pay one payout each, whichever of them stands beside the other and however the number is typed.
CREATE UNIQUE INDEX payout_by_hand_slip ON payout_by_hand (slip);
CREATE UNIQUE INDEX payout_by_hand_number ON payout_by_hand (channel_account_id, reference_key(third_party_no));
CREATE TRIGGER payout_by_hand_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_by_hand
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The proof looks for them among all that is said of payouts.
CREATE INDEX audit_log_by_hand ON audit_log (object_id) WHERE act = 'payout.paidByHand';

-- Books that a payout was paid by hand from the account by which it goes. One that no provider has is given an attempt of its
-- own, so that no process sends it any more; one that a provider may have keeps the attempt it goes by. `agreed` is the
-- approval of exactly this by a second person of the platform; without one it is refused (LG403) in production. Nobody behind
-- the merchant says so or agrees, and nobody behind the submission alone. Answers false, and nothing changes, where it is not
-- processing, or is being verified. A number or a slip that paid something before violates paid_proof_once or its like.
CREATE FUNCTION payout_paid_by_hand(
  wanted bigint, third_party_no text, slip text, maker bigint, agreed bigint, why text, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  ref text := coalesce(third_party_no, 'slip ' || slip);
  checker bigint;
  attempt smallint;
  -- The number of the attempt that is made here, if one is.
  made text;
  outcome text;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS NULL OR o.stage NOT IN ('queued', 'claimed', 'submitted', 'unknown') OR ref IS NULL THEN
    RETURN false;
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'payouts.markPaid' AND a.maker_id = maker AND a.reason = why
      AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'third_party_no' IS NOT DISTINCT FROM payout_paid_by_hand.third_party_no
      AND a.payload ->> 'slip' IS NOT DISTINCT FROM payout_paid_by_hand.slip);
  IF NOT stands_over(maker, NULL) OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production'))
     OR (persons_behind(maker) || coalesce(persons_behind(checker), '{}')) && persons_behind(o.customer_id)
     OR (o.submitted_by IS NOT NULL AND persons_behind(coalesce(checker, maker)) && persons_behind(o.submitted_by)) THEN
    RAISE EXCEPTION 'nobody who may has said that payout % was paid', wanted USING ERRCODE = 'LG403';
  END IF;
  -- Providers write their numbers in their own way; what a person read from one of them is the same payment.
  IF EXISTS (
    SELECT FROM paid_proof p
    WHERE p.channel_account_id = o.channel_account_id AND p.provider_ref IN (btrim(ref), upper(ref), lower(ref))
  ) THEN
    RAISE EXCEPTION 'payment % paid something before', ref USING ERRCODE = 'unique_violation', CONSTRAINT = 'paid_proof_once';
  END IF;
  IF payout_is_free(wanted) THEN
    attempt := coalesce(o.attempt_no, 0) + 1;
    made := o.order_no || 'H' || attempt;
    INSERT INTO payout_attempt (order_id, n, channel_id, channel_account_id, request_no, sent_at)
    VALUES (wanted, attempt, o.channel_id, o.channel_account_id, made, now());
    UPDATE payout_order SET stage = 'claimed', stage_since = business_now(), attempt_no = attempt, wait_reason = NULL
    WHERE id = wanted;
  END IF;
  SELECT p.outcome INTO STRICT outcome
  FROM payout_paid(ARRAY[wanted], ARRAY[o.amount], ARRAY[o.channel_account_id], ARRAY[ref], ARRAY[request]) p;
  IF outcome <> 'paid' THEN
    RAISE EXCEPTION 'payout % could not be paid by hand: %', wanted, outcome USING ERRCODE = 'LG404';
  END IF;
  INSERT INTO payout_by_hand (order_id, channel_account_id, third_party_no, slip, maker_id, checker_id, approval_id, said_at)
  VALUES (wanted, o.channel_account_id, third_party_no, slip, maker, checker, agreed, business_now());
  DELETE FROM payout_lock l WHERE l.order_id = wanted;
  -- What was named for it is free for whose it is, and nobody asks any more whether it was sent.
  UPDATE payout_transfer SET state = 'replaced' WHERE order_id = wanted AND state = 'asked';
  UPDATE payout_unsent SET state = 'overtaken', heard_at = now() WHERE order_id = wanted AND state = 'asked';
  PERFORM note_payout('payout.paidByHand', wanted, NULL, NULL, jsonb_strip_nulls(jsonb_build_object(
    'provider_order_no', ref, 'slip', slip, 'request_no', made,
    'channel_account', CASE WHEN made IS NOT NULL THEN o.channel_account_id::text END)), maker, request);
  RETURN true;
END $$;

-- A person of the platform or of the payout's house says that it came back: its provider has to say so too before anything is
-- posted. Answers false where it is not paid, and where a return is pending or booked already.
CREATE FUNCTION payout_ask_return(wanted bigint, actor bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'paid' OR o.reverse_status <> 'none' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, o.agent_id) OR persons_behind(actor) && persons_behind(o.customer_id) THEN
    RAISE EXCEPTION 'user % may not reverse payout %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE payout_order SET reverse_status = 'pending' WHERE id = wanted;
  PERFORM note_payout('payout.askReturn', wanted, NULL, NULL, jsonb_build_object('note', why), actor, request);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION payout_paid_by_hand, payout_ask_return FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON payout_by_hand FROM suanpan_app;
    REVOKE UPDATE ON payout_slip FROM suanpan_app;
    GRANT UPDATE (is_named) ON payout_slip TO suanpan_app;
    GRANT EXECUTE ON FUNCTION payout_paid_by_hand, payout_ask_return TO suanpan_app;
  END IF;
END $$;
