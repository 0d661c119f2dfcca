-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261206101000_approvals_said_in_the_log

CREATE FUNCTION approval_print(a approval)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(a.act, a.subject_kind, a.subject_id, a.subject_label, a.agent_id, a.payload, a.payload_hash,
    a.effect, a.effect_hash, a.currency, a.amount, a.reason, a.maker_id, a.maker_person, a.barred, extract(epoch FROM a.created_at),
    extract(epoch FROM a.expires_at))::text, 'UTF8')), 1, 16), 'hex')
$function$
;
