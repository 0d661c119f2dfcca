-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121193000_threshold_trace

CREATE FUNCTION threshold_facts(p approval_policy)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_strip_nulls(jsonb_build_object('agent_id', p.agent_id::text, 'act', p.act, 'currency', p.currency,
    'amount_minor', p.threshold::text))
$function$
;
