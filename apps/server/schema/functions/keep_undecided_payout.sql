-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261205100000_said_paid_undecided
-- Nobody decided it: what no provider has yet is let go by a person alone.
--
-- 20261206100000_undecided_stays
-- As before, but that it is the platform's to let go also where the house below it could have.

CREATE FUNCTION keep_undecided_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
BEGIN
  UPDATE payout_order p SET wait_reason = 'approval'
  WHERE p.id = NEW.subject_id::bigint AND p.status = 'processing' AND p.stage IN ('accepted', 'verifying', 'queued')
    AND (p.wait_reason IS NULL OR p.wait_reason IN ('velocity', 'manualDispatch'))
  RETURNING * INTO o;
  IF o.id IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM payout_work w WHERE w.order_id = o.id AND o.stage = 'queued';
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || o.id,
    json_build_object('order_id', o.id::text, 'reason', 'approval'), business_now());
  PERFORM note_payout('payout.keptUndecided', o.id, NULL, NULL, jsonb_build_object('wait', 'approval', 'approval_id', NEW.id::text), NULL,
    NULL);
  RETURN NULL;
END $function$
;
