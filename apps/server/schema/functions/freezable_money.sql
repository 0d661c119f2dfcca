-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127160200_freeze_foreign
-- What can be frozen for an order's sake, in which currency: its merchant's whole share while that waits for its day (L210), afterwards
-- what the order brought him, in his own currency what it was exchanged for, less what is frozen of it (L200). No row where nothing can:
-- it is not settled, a refund is under way, or its money may pay others before its day and so lies in no place of its own.

CREATE FUNCTION freezable_money(o collection_order)
 RETURNS TABLE(bucket text, currency text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT f.bucket, f.currency, f.amount
  FROM (
    SELECT 'L210' AS bucket, o.currency AS currency, l.amount
    FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
    CROSS JOIN LATERAL unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS l (account_id, amount)
    JOIN account a ON a.id = l.account_id AND a.kind = 'L210' AND a.owner_id = o.customer_id
    WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.frozen_by IS NULL
    UNION ALL
    SELECT 'L200', b.currency, b.amount - coalesce((
      SELECT sum(f.change) FROM balance_edit f
      WHERE f.order_id = o.id AND f.currency = b.currency AND is_open_freeze(f)), 0)::bigint
    FROM (
      SELECT coalesce(x.currency, o.currency) AS currency, coalesce(x.amount, o.accounted_amount) AS amount
      FROM (VALUES (o.id)) AS w (id)
      LEFT JOIN (
        SELECT j.ref_id, a.currency, sum_minor(l.amount) AS amount
        FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
        JOIN account a ON a.id = l.id AND a.kind = 'L200' AND a.owner_id = o.customer_id AND a.currency <> o.currency
        WHERE j.event = 'collection.exchange' AND j.ref_id = o.id GROUP BY j.ref_id, a.currency
      ) x ON x.ref_id = w.id
    ) b
    WHERE NOT EXISTS (SELECT FROM settlement_due d WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity'))
  ) f
  WHERE o.fee IS NOT NULL AND NOT o.is_test AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE AND f.amount > 0
$function$
;
