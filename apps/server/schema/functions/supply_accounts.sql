-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- The accounts of these legs, of the order's own chain and of the channel account by which it goes.

CREATE FUNCTION supply_accounts(o collection_order, channel_account bigint, kinds text[], roles text[])
 RETURNS bigint[]
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT ledger_open_accounts(array_agg(l.kind ORDER BY l.n),
    array_agg(CASE l.role WHEN 'customer' THEN o.customer_id WHEN 'agent' THEN o.agent_id WHEN 'subAgent' THEN o.sub_agent_id
      WHEN 'middleman' THEN o.middleman_id END ORDER BY l.n),
    array_agg(CASE WHEN l.role = 'channelAccount' THEN channel_account END ORDER BY l.n),
    array_agg(o.currency ORDER BY l.n), array_agg('main'::text ORDER BY l.n))
  FROM unnest(kinds, roles) WITH ORDINALITY AS l (kind, role, n)
$function$
;
