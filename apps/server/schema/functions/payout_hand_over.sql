-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126170000_chan_watched_payouts
-- Puts a payout that was sent by a chain into a person's hand and tells people so; nobody else is asked to pay it, and nothing is
-- done by the clock.
-- Answers false, and nothing changes, where it goes by another attempt or somebody named its transaction already.

CREATE FUNCTION payout_hand_over(wanted bigint, attempt smallint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
