-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- The merchant's own server said yes: the payout may go, or waits for its person.

CREATE FUNCTION payout_verified(wanted bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
BEGIN
  UPDATE payout_order SET stage = 'queued', stage_since = business_now(), check_result = 'accepted'
  WHERE id = wanted AND stage = 'verifying' RETURNING * INTO o;
  IF o.id IS NULL THEN
    RETURN false;
  END IF;
  IF o.wait_reason IS NULL THEN
    UPDATE payout_work SET next_at = now(), looks = 0 WHERE order_id = wanted;
  ELSE
    DELETE FROM payout_work WHERE order_id = wanted;
  END IF;
  PERFORM note_payout('payout.verified', wanted, NULL, NULL, NULL, NULL, request);
  RETURN true;
END $function$
;
