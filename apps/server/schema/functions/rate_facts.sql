-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_exchange_rate
-- All of a rate that matters, as the log keeps it, which is sealed.

CREATE FUNCTION rate_facts(r exchange_rate)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('agent', r.agent_id::text, 'pair', r.base || '/' || r.quote, 'collection_rate', trim_scale(r.collection_rate)::text,
    'payment_rate', trim_scale(r.payment_rate)::text, 'valid_from', extract(epoch FROM r.valid_from)::text, 'version', r.version::text,
    'maker_id', r.maker_id::text, 'approval_id', r.approval_id::text)
$function$
;
