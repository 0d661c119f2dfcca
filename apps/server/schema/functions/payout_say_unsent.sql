-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127120000_payout_unsent
-- Keeps that a payout was never sent, as two persons of the platform say, and sets it on its way to be asked about. `agreed` is
-- the approval of exactly this; without one it is refused (LG403) in production. Nobody behind the merchant or the submission says
-- so or agrees, nor does anybody say so but who has it in hand, as long as he is there (LG423). Answers false where nobody has it in hand, while a transaction is named for it or asked about.

CREATE FUNCTION payout_say_unsent(wanted bigint, goes text, maker bigint, agreed bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
