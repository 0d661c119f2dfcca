-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Notes what changed in the log, which is sealed.

CREATE FUNCTION note_payout(act text, wanted bigint, was text, becomes text, facts jsonb, actor bigint, request text, journal bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  VALUES (business_now(), actor, actor, act, 'payout', wanted::text, was, becomes, journal, facts, request)
$function$
;
