-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210200_deposit_slip

CREATE FUNCTION note_deposit(d deposit, act text, was text, actor bigint, reason text, request text, journal bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  SELECT business_now(), actor, actor, act, 'deposit', d.id::text, was, d.status, journal,
         jsonb_strip_nulls(jsonb_build_object('subject', 'user:' || d.owner_id, 'currency', d.currency, 'amount_minor', d.amount::text,
           'last5', d.payer_last5, 'tx_hash', d.tx_hash, 'slip', d.slip, 'fee_minor', d.fee::text, 'reason', reason)), request;
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'deposit.changed', 'deposit:' || d.id, json_build_object('deposit_id', d.id::text, 'no', d.no, 'owner_id', d.owner_id::text,
           'agent_id', d.agent_id::text, 'currency', d.currency, 'amount', d.amount::text, 'status', d.status,
           'made_by', d.made_by::text, 'contested', EXISTS (SELECT FROM claims_beside(d))), business_now()
$function$
;
