-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- The balances between which these orders are exchanged, of all their owners and of either currency; none of an order that carries
-- no rate. Whoever exchanges holds them first, with whatever else he moves, in ascending account as everybody does.

CREATE FUNCTION exchange_accounts(ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.id
  FROM collection_order o JOIN exchange_rate r ON r.id = o.rate_id
  CROSS JOIN LATERAL unnest(ARRAY[o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id]) AS w (owner)
  CROSS JOIN LATERAL unnest(ARRAY['L200', 'L201', 'L240', 'A130']) AS k (kind)
  CROSS JOIN LATERAL unnest(ARRAY[r.base, r.quote]) AS c (currency)
  JOIN account a ON a.key = account_key(k.kind, w.owner, NULL, c.currency, CASE WHEN o.is_test THEN 'test' ELSE 'main' END)
  WHERE o.id = ANY (ids)
$function$
;
