-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The merchant's own leg of an order that waits for its day: its place in the plan, where it lies, and what is left of it.

CREATE FUNCTION waiting_leg(o collection_order)
 RETURNS TABLE(place integer, account_id bigint, kind text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT l.n::int, a.id, a.kind,
         CASE a.kind WHEN 'L202' THEN least(l.amount, coalesce((
           SELECT e.amount FROM early_settlement e WHERE e.account_id = a.id AND e.settle_at = d.settle_at), 0)) ELSE l.amount END
  FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
  CROSS JOIN LATERAL unnest(p.leg_accounts, p.leg_accounts_immediate, coalesce(d.remaining, p.leg_amounts))
    WITH ORDINALITY AS l (deferred, immediate, amount, n)
  JOIN account a ON a.id = l.deferred AND a.owner_id = o.customer_id
  WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND l.deferred <> l.immediate
$function$
;
