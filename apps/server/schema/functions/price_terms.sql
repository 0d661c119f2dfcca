-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version

CREATE FUNCTION price_terms(c channel)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('endpoint', public.fee_terms(c.endpoint_pct, c.endpoint_per_item))
$function$
;

CREATE FUNCTION price_terms(m agent_method)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('system', public.fee_terms(m.system_pct, m.system_per_item))
$function$
;

CREATE FUNCTION price_terms(m customer_method)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('merchant', public.fee_terms(m.merchant_pct, m.merchant_per_item),
    'subAgent', public.fee_terms(m.sub_agent_pct, m.sub_agent_per_item),
    'middleman', public.fee_terms(m.middleman_pct, m.middleman_per_item))
$function$
;
