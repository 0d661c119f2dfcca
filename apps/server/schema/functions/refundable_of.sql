-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100000_charge_back_won
-- What of it can still be paid back: nothing of a test, of an order that is no success, while a refund is under way, and while
-- any of it is frozen.

CREATE FUNCTION refundable_of(o collection_order)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE
    WHEN o.is_test OR o.fee IS NULL OR (o.status = 'success' OR (o.status = 'refund' AND o.refund_status = 'success')) IS NOT TRUE
      OR EXISTS (SELECT FROM balance_edit f WHERE f.order_id = o.id AND is_open_freeze(f)) THEN 0
    ELSE came_for(o) - coalesce((
      SELECT sum(r.amount) FROM refund r WHERE r.order_id = o.id AND r.status <> 'failed' AND r.won_at IS NULL), 0)::bigint END
$function$
;
