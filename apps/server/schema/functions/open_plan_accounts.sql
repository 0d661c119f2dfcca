-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan
-- Opens what the legs of these plans lack; only plans without a fault come here.

CREATE FUNCTION open_plan_accounts(plans jsonb, order_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT ledger_open_accounts(array_agg(l.kind),
    array_agg(CASE l.role WHEN 'customer' THEN o.customer_id WHEN 'agent' THEN o.agent_id
      WHEN 'subAgent' THEN o.sub_agent_id WHEN 'middleman' THEN o.middleman_id END),
    array_agg(CASE WHEN l.role = 'channelAccount' THEN p.channel_account_id END), array_agg(o.currency),
    array_agg(CASE WHEN o.is_test THEN 'test' ELSE 'main' END))
  FROM jsonb_to_recordset(plans) AS p (order_id bigint, channel_account_id bigint, kinds text[], kinds_immediate text[], roles text[])
  JOIN collection_order o ON o.id = p.order_id
  CROSS JOIN LATERAL unnest(p.kinds || p.kinds_immediate, p.roles || p.roles) AS l (kind, role)
  WHERE p.order_id = ANY (order_ids)
$function$
;
