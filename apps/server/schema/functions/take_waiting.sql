-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- Takes from the legs that wait; below zero gives back. No row where the order does not wait any more.

CREATE FUNCTION take_waiting(o collection_order, taken bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE settlement_due d
  SET remaining = nullif(ARRAY(
    SELECT l.amount - coalesce(l.taken, 0)
    FROM unnest(coalesce(d.remaining, p.leg_amounts), take_waiting.taken) WITH ORDINALITY AS l (amount, taken, n) ORDER BY l.n),
    p.leg_amounts)
  FROM collection_plan p
  WHERE p.order_id = d.order_id AND d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity')
$function$
;
