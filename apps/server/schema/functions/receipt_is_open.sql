-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- Whether the payment that came belongs to this senior agent, is real money, and is not used up.

CREATE FUNCTION receipt_is_open(r receipt, agent bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT r.closed_at IS NULL AND r.amount > r.taken
    AND EXISTS (SELECT FROM channel_account a WHERE a.id = r.channel_account_id AND a.agent_id = agent)
    AND NOT EXISTS (SELECT FROM collection_order o WHERE o.id = r.order_id AND o.is_test)
$function$
;
