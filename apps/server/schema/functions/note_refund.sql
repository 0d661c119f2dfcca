-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund

CREATE FUNCTION note_refund(act text, o collection_order, was text, after jsonb, actor bigint, request text, journal bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  SELECT business_now(), actor, actor, act, 'collection', o.id::text, was, CASE WHEN was IS NOT NULL THEN o.status END, journal,
         jsonb_strip_nulls(after), request
$function$
;
