-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors

CREATE FUNCTION note_withdrawal(w withdrawal, act text, was text, facts jsonb, actor bigint, request text, journal bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  VALUES (business_now(), actor, actor, act, 'withdrawal', w.id::text, was, w.status, journal, facts, request);
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'withdrawal.changed', 'withdrawal:' || w.id, json_build_object('withdrawal_id', w.id::text, 'no', w.no,
           'owner_id', w.owner_id::text, 'agent_id', w.agent_id::text, 'currency', w.currency, 'amount', w.amount::text,
           'status', w.status, 'made_by', w.made_by::text), business_now()
  WHERE was IS DISTINCT FROM w.status;
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'funds.moved', 'user:' || w.owner_id, json_build_object('owner_ids', ARRAY[w.owner_id::text, w.agent_id::text]), business_now()
  WHERE journal IS NOT NULL;
$function$
;
