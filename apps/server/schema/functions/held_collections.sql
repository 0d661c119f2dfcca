-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090440_collection_settle
-- Of these orders, those that somebody else holds now: the order itself, or a balance that settling would move or exchange. With
-- each the owners of the held balances; none where the order is held.

CREATE FUNCTION held_collections(ids bigint[])
 RETURNS TABLE(order_id bigint, owners bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  free_orders bigint[];
  free_balances bigint[];
BEGIN
  SELECT array_agg(f.id) INTO free_orders
  FROM (SELECT o.id FROM collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR NO KEY UPDATE SKIP LOCKED) f;
  SELECT array_agg(f.account_id) INTO free_balances
  FROM (
    SELECT b.account_id FROM balance b
    WHERE b.account_id IN (
      SELECT unnest(p.leg_accounts || p.leg_accounts_immediate) FROM collection_plan p WHERE p.order_id = ANY (ids)
      UNION SELECT exchange_accounts(ids))
    ORDER BY b.account_id FOR NO KEY UPDATE SKIP LOCKED
  ) f;
  RETURN QUERY
  SELECT w.id, coalesce(array_agg(DISTINCT a.owner_id) FILTER (WHERE b.account_id IS NOT NULL), '{}')
  FROM unnest(ids) AS w (id)
  LEFT JOIN collection_plan p ON p.order_id = w.id
  LEFT JOIN LATERAL (
    SELECT unnest(p.leg_accounts || p.leg_accounts_immediate) UNION SELECT exchange_accounts(ARRAY[w.id])
  ) l (account) ON true
  LEFT JOIN balance b ON b.account_id = l.account AND b.account_id <> ALL (coalesce(free_balances, '{}'))
  LEFT JOIN account a ON a.id = b.account_id
  GROUP BY w.id
  HAVING count(b.account_id) > 0 OR w.id <> ALL (coalesce(free_orders, '{}'));
END $function$
;
