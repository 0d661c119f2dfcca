-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- How much of an order's currency the money of its merchant in this account comes to, at the order's own rate, and the most that
-- comes to no more than is there; nothing of an order that carries none.

CREATE FUNCTION exchange_reach(o collection_order, kind text, OUT whole bigint, OUT most bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(max(div(b.balance * x.given_units, x.wanted_units)), 0)::bigint,
         coalesce(max(div((2 * b.balance + 1) * x.given_units - 1, 2 * x.wanted_units)), 0)::bigint
  FROM exchange_terms_of(o) t CROSS JOIN LATERAL exchange_ratio(o.currency, t.own, t.base, t.rate) x
  JOIN account a ON a.key = account_key(exchange_reach.kind, o.customer_id, NULL, t.own, 'main')
  JOIN balance b ON b.account_id = a.id AND b.balance > 0
$function$
;
