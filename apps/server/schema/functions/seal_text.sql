-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121104000_audit_seal
-- What is sealed of a row: everything but its id, which the block names. A column that is added belongs in here, and
-- makes rows that were sealed before it look changed unless an absent value leaves the text as it was.
--
-- 20261123100500_seal_sign_ins

CREATE FUNCTION seal_text(a audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ROW(a.at, a.actor_id, a.effective_id, a.act, a.object_kind, a.object_id, a.outcome, a.from_status, a.to_status,
             a.journal_id, a.before, a.after, a.ip, a.user_agent, a.request_id)::text
$function$
;

CREATE FUNCTION seal_text(j journal)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ROW(j.event, j.ref_id, j.seq, j.book, j.currency, j.posted_at, j.customer_id, j.agent_id, j.sub_agent_id,
             j.middleman_id, j.account_ids, j.amounts, j.balances_after, j.versions, j.claw_back, j.reverses, j.actor_id, j.note,
             j.request_id)::text
$function$
;

CREATE FUNCTION seal_text(l login_attempt)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ROW(l.at, l.username, l.user_id, l.ip, l.user_agent, l.outcome)::text
$function$
;
