-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126170000_chan_watched_payouts
-- Strikes out a transaction of which the chain tells something else: the payout is in its person's hand again, unpaid, and
-- nothing is posted. Answers false where it is not asked about any more.

CREATE FUNCTION payout_transfer_refused(wanted bigint, hash text, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
