-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- What can be frozen for an order's sake: its merchant's whole share while that waits for its day (L210), afterwards what the
-- order brought him, less what is frozen of it (L200). No row where nothing can: it is not settled, a refund is under way, or
-- its money may pay others before its day and so lies in no place of its own.

CREATE FUNCTION freezable_of(o collection_order)
 RETURNS TABLE(bucket text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT f.bucket, f.amount
  FROM (
    SELECT 'L210' AS bucket, l.amount
    FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
    CROSS JOIN LATERAL unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS l (account_id, amount)
    JOIN account a ON a.id = l.account_id AND a.kind = 'L210' AND a.owner_id = o.customer_id
    WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.frozen_by IS NULL
    UNION ALL
    SELECT 'L200', o.accounted_amount - coalesce((
      SELECT sum(f.change) FROM balance_edit f WHERE f.order_id = o.id AND is_open_freeze(f)), 0)::bigint
    WHERE NOT EXISTS (SELECT FROM settlement_due d WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity'))
  ) f
  WHERE o.fee IS NOT NULL AND NOT o.is_test AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE AND f.amount > 0
$function$
;
