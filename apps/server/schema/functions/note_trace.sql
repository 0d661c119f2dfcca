-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121192000_price_trace

CREATE FUNCTION note_trace(act text, object_kind text, object_id text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO public.audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  SELECT public.business_now(), m.id, m.id, $1, $2, $3, $4,
         CASE WHEN m.id IS NULL THEN coalesce($5, '{}') || jsonb_build_object('by', session_user) ELSE $5 END,
         public.maker_named('request_id')
  FROM (SELECT public.maker_named('maker_id')::bigint AS id) m
$function$
;
