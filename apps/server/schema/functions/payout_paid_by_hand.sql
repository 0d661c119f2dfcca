-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_payout_by_hand
-- Books that a payout was paid by hand from the account by which it goes. One that no provider has is given an attempt of its
-- own, so that no process sends it any more; one that a provider may have keeps the attempt it goes by. `agreed` is the
-- approval of exactly this by a second person of the platform; without one it is refused (LG403) in production. Nobody behind
-- the merchant says so or agrees, and nobody behind the submission alone. Answers false, and nothing changes, where it is not
-- processing, or is being verified. A number or a slip that paid something before violates paid_proof_once or its like.

CREATE FUNCTION payout_paid_by_hand(wanted bigint, third_party_no text, slip text, maker bigint, agreed bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
