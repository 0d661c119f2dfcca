-- Up Migration
-- Payouts over a chain. No key is in the product: a person sends them from the wallet and names the transaction, and only the
-- chain's own word that it moved exactly this pays the payout.

-- The transactions that people named for payouts.
CREATE TABLE payout_transfer (
  order_id bigint NOT NULL REFERENCES payout_order,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  -- asked: the chain is asked about it, or it paid · refused: the chain tells something else of it · replaced: another was
  -- named in its stead.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'refused', 'replaced')),
  -- What the chain tells instead (domain, transferRefusals).
  refusal text,
  named_by bigint NOT NULL REFERENCES app_user,
  named_at timestamptz NOT NULL,
  heard_at timestamptz,
  PRIMARY KEY (order_id, tx_hash),
  CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
-- Who has a payout in hand to send it: whoever let it go. Nobody else names its transaction, so that no two people send it.
CREATE TABLE payout_in_hand (
  order_id bigint PRIMARY KEY REFERENCES payout_order,
  user_id bigint NOT NULL REFERENCES app_user,
  since timestamptz NOT NULL
);

-- One transaction is asked about for one payout, whoever's it is, and of one payout one transaction.
CREATE UNIQUE INDEX payout_transfer_once ON payout_transfer (tx_hash) WHERE state = 'asked';
CREATE UNIQUE INDEX payout_transfer_asked ON payout_transfer (order_id) WHERE state = 'asked';

-- A transaction of a chain pays one order, from whichever account and of whichever house: a number of 64 hexadecimal digits is
-- one transaction wherever it is named, while those of banks are theirs alone.
CREATE UNIQUE INDEX paid_proof_transaction ON paid_proof (lower(provider_ref)) WHERE provider_ref ~* '^[0-9a-f]{64}$';

-- Puts a payout that was sent by a chain into a person's hand and tells people so; nobody else is asked to pay it, and nothing is
-- done by the clock.
-- Answers false, and nothing changes, where it goes by another attempt or somebody named its transaction already.
CREATE FUNCTION payout_hand_over(wanted bigint, attempt smallint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS DISTINCT FROM 'submitted' OR o.attempt_no IS DISTINCT FROM attempt
     OR EXISTS (SELECT FROM payout_transfer t WHERE t.order_id = wanted AND t.state = 'asked')
     OR EXISTS (SELECT FROM payout_unsent u WHERE u.order_id = wanted AND u.state = 'asked') THEN
    RETURN false;
  END IF;
  UPDATE payout_attempt SET asking_until = NULL WHERE order_id = wanted AND n = attempt;
  UPDATE payout_order SET stage = 'claimed', stage_since = business_now() WHERE id = wanted;
  DELETE FROM payout_work w WHERE w.order_id = wanted;
  INSERT INTO payout_in_hand (order_id, user_id, since)
  SELECT wanted, a.actor_id, business_now() FROM audit_log a
  WHERE a.act = 'payout.dispatch' AND a.object_kind = 'payout' AND a.object_id = wanted::text AND a.actor_id IS NOT NULL
  ORDER BY a.id DESC LIMIT 1
  ON CONFLICT (order_id) DO UPDATE SET user_id = excluded.user_id, since = excluded.since;
  PERFORM note_payout('payout.handOver', wanted, NULL, NULL, NULL, NULL, NULL);
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
    json_build_object('order_id', wanted::text, 'reason', 'inHand'), business_now());
  RETURN true;
END $$;

-- Keeps which transaction paid a payout, as a person of the platform says, and sets it on its way to be asked about. Nobody
-- behind the merchant or the submission names one (LG403), nor anybody but who has it in hand, as long as he is there (LG423). Answers false where it is in nobody's hand. A transaction that paid
-- something before violates paid_proof_transaction, one that is asked about for another payout payout_transfer_once.
CREATE FUNCTION payout_name_transfer(wanted bigint, hash text, actor bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS NULL OR o.stage NOT IN ('claimed', 'submitted', 'unknown') OR o.attempt_no IS NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, NULL) OR persons_behind(actor) && persons_behind(o.customer_id)
     OR (o.submitted_by IS NOT NULL AND persons_behind(actor) && persons_behind(o.submitted_by)) THEN
    RAISE EXCEPTION 'user % may not say how payout % was paid', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  IF EXISTS (SELECT FROM payout_in_hand h JOIN app_user u ON u.id = h.user_id
      WHERE h.order_id = wanted AND h.user_id <> actor AND u.status = 'active') THEN
    RAISE EXCEPTION 'payout % is in the hand of another', wanted USING ERRCODE = 'LG423';
  END IF;
  IF EXISTS (SELECT FROM paid_proof p WHERE reference_key(p.provider_ref) = hash AND length(p.provider_ref) >= 64
      AND reference_key(p.provider_ref) ~ '^[0-9a-f]{64}$') THEN
    RAISE EXCEPTION 'transaction % paid something before', hash
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'paid_proof_transaction';
  END IF;
  UPDATE payout_transfer SET state = 'replaced' WHERE order_id = wanted AND state = 'asked' AND tx_hash <> hash;
  UPDATE payout_unsent SET state = 'overtaken', heard_at = now() WHERE order_id = wanted AND state = 'asked';
  INSERT INTO payout_transfer (order_id, tx_hash, named_by, named_at) VALUES (wanted, hash, actor, business_now())
  ON CONFLICT (order_id, tx_hash) DO UPDATE
  SET state = 'asked', refusal = NULL, named_by = excluded.named_by, named_at = excluded.named_at, heard_at = NULL;
  UPDATE payout_attempt SET not_found = 0, not_found_at = NULL WHERE order_id = wanted AND n = o.attempt_no;
  UPDATE payout_order SET stage = 'submitted', stage_since = business_now() WHERE id = wanted;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.nameTransfer', wanted, NULL, NULL, jsonb_build_object('tx_hash', hash, 'note', why), actor, request);
  RETURN true;
END $$;

-- Strikes out a transaction of which the chain tells something else: the payout is in its person's hand again, unpaid, and
-- nothing is posted. Answers false where it is not asked about any more.
CREATE FUNCTION payout_transfer_refused(wanted bigint, hash text, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS NULL OR o.stage NOT IN ('submitted', 'unknown') THEN
    RETURN false;
  END IF;
  UPDATE payout_transfer SET state = 'refused', refusal = why, heard_at = business_now()
  WHERE order_id = wanted AND tx_hash = hash AND state = 'asked';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE payout_attempt SET asking_until = NULL WHERE order_id = wanted AND n = o.attempt_no;
  UPDATE payout_order SET stage = 'claimed', stage_since = business_now() WHERE id = wanted;
  DELETE FROM payout_work w WHERE w.order_id = wanted;
  PERFORM note_payout('payout.transferRefused', wanted, NULL, NULL, jsonb_build_object('tx_hash', hash, 'reason', why), NULL, request);
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
    json_build_object('order_id', wanted::text, 'reason', 'transferRefused'), business_now());
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION payout_hand_over, payout_name_transfer, payout_transfer_refused FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON payout_transfer, payout_in_hand FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION payout_hand_over, payout_name_transfer, payout_transfer_refused TO suanpan_app;
  END IF;
END $$;
