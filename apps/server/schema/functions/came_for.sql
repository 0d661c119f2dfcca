-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- What a payer's money brought for an order: to the account of its channel, or out of the receipts nobody had claimed. A
-- supply that was paid from a balance or by the house brought nothing that could be paid back.

CREATE FUNCTION came_for(o collection_order)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(-sum(l.amount), 0)::bigint
  FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('A100', 'L250')
  WHERE j.event = 'collection.settle' AND j.ref_id = o.id AND j.seq = 0
$function$
;
