-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121192000_price_trace
-- Whose price for which channel and in which currency, and the price of each party.

CREATE FUNCTION price_facts(c channel)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('channel', c.id::text, 'currency', c.currency,
    'prices', ARRAY[price_text(c.endpoint_pct, c.endpoint_per_item)])
$function$
;

CREATE FUNCTION price_facts(m agent_method)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('channel', m.channel_id::text, 'agent_id', m.agent_id::text,
    'currency', (SELECT c.currency FROM public.channel c WHERE c.id = m.channel_id),
    'prices', ARRAY[price_text(m.system_pct, m.system_per_item)])
$function$
;

CREATE FUNCTION price_facts(m customer_method)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('channel', m.channel_id::text, 'customer_id', m.customer_id::text, 'method', m.alias,
    'currency', (SELECT c.currency FROM public.channel c WHERE c.id = m.channel_id),
    'prices', ARRAY[price_text(m.merchant_pct, m.merchant_per_item), price_text(m.sub_agent_pct, m.sub_agent_per_item),
      price_text(m.middleman_pct, m.middleman_per_item)])
$function$
;
