-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate
-- Payouts that stood still are looked at again at once.

CREATE FUNCTION wake_payouts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payout_work w SET next_at = now(), looks = 0
  FROM payout_order o WHERE o.id = w.order_id AND o.stage = 'queued' AND o.wait_reason IS NULL AND w.next_at > now()
$function$
;
