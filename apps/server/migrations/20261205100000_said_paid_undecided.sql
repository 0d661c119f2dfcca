-- Up Migration
-- One person says that a payout was paid by hand, and the second neither agrees nor disagrees: once that was over the product sent it by
-- itself, and its payee had been paid twice. It waits for a person now.
-- The version before: ends requests as it did; the trigger refuses none of it, and the function whose right is taken is new.

-- As before, but that it counts until its end is written: what the end brings is written with it.
CREATE OR REPLACE FUNCTION payout_is_said_paid(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM approval a
    WHERE a.state = 'waiting' AND a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid')
$$;

-- Nobody decided it: what no provider has yet is let go by a person alone.
CREATE FUNCTION keep_undecided_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  UPDATE payout_order p SET wait_reason = 'approval'
  WHERE p.id = NEW.subject_id::bigint AND p.status = 'processing' AND p.stage IN ('accepted', 'verifying', 'queued')
    AND p.wait_reason IS NULL
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
END $$;
CREATE TRIGGER approval_undecided AFTER UPDATE OF state ON approval
  FOR EACH ROW WHEN (NEW.act = 'payouts.markPaid' AND NEW.subject_kind = 'payout' AND NEW.state IN ('expired', 'stale'))
  EXECUTE FUNCTION keep_undecided_payout();
REVOKE ALL ON FUNCTION keep_undecided_payout FROM PUBLIC;
