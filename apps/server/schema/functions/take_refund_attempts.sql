-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- Takes what is due in hand for a minute, and counts that it is asked: who was asked once is never asked to pay again.

CREATE FUNCTION take_refund_attempts(most integer)
 RETURNS SETOF refund_attempt
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE refund_attempt a SET asks = a.asks + 1, next_at = now() + interval '1 minute'
  WHERE (a.refund_id, a.n) IN (
    SELECT t.refund_id, t.n FROM refund_attempt t WHERE t.next_at <= now() ORDER BY t.next_at LIMIT most FOR UPDATE SKIP LOCKED)
  RETURNING a.*
$function$
;
