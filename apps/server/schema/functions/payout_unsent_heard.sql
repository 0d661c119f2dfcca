-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127120000_payout_unsent
-- What the chain shows of it: a transfer of that sum to that address, which contradicts, or null for none. Only what it shows ten
-- minutes after both persons said so counts for none: by then whatever had been sent stands. The payout is then in nobody's hand
-- any more: it waits for a person again, or its hold goes back, once. Answers false where nobody asks that any more, or too early.
--
-- 20261205090000_said_paid_keeps
-- As before, but that what a chain does not show is not believed meanwhile.
--
-- 20261206100000_undecided_stays
-- As before, but that what was said to be paid since, and nobody decided, waits for a person although two said before that it was not sent.

CREATE FUNCTION payout_unsent_heard(wanted bigint, shown text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
