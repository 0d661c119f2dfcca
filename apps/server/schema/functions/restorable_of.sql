-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- What goes of a receipt to whoever paid for its order while it had not come: of a senior agent's or the house's money. None
-- where its order was not supplied so, or what was supplied is made good.

CREATE FUNCTION restorable_of(r receipt)
 RETURNS TABLE(source text, agent_id bigint, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT s.source, o.agent_id, least(r.amount - r.taken, s.amount - coalesce((
    SELECT sum(e.amount) FROM receipt_end e JOIN receipt x ON x.id = e.receipt_id
    WHERE e.kind = 'restore' AND x.order_id = s.order_id), 0)::bigint)
  FROM supply s JOIN collection_order o ON o.id = s.order_id
  WHERE s.order_id = r.order_id AND s.source IN ('agent', 'goodwill') AND r.currency = s.currency
$function$
;
