-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan

CREATE FUNCTION fee_terms(pct numeric, per_item bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT jsonb_build_object('pct', trim_scale(pct)::text, 'per_item', per_item::text)
$function$
;
