-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126170000_chan_watched_payouts
-- Keeps which transaction paid a payout, as a person of the platform says, and sets it on its way to be asked about. Nobody
-- behind the merchant or the submission names one (LG403), nor anybody but who has it in hand, as long as he is there (LG423). Answers false where it is in nobody's hand. A transaction that paid
-- something before violates paid_proof_transaction, one that is asked about for another payout payout_transfer_once.

CREATE FUNCTION payout_name_transfer(wanted bigint, hash text, actor bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
