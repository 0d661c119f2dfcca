-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261206100000_undecided_stays
-- When it was first said of a withdrawal that it was wired by this number, of what was agreed to or what nobody decided.

CREATE FUNCTION withdrawal_said_wired_at(wanted bigint, number text, by_slip text, agreed bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT min(a.created_at) FROM approval a
  WHERE a.subject_kind = 'withdrawal' AND a.subject_id = wanted::text AND a.act = 'withdrawals.markPaid'
    AND (a.id = agreed OR a.state IN ('expired', 'stale')) AND a.payload ->> 'withdrawal_id' = wanted::text
    AND a.payload ->> 'third_party_no' = number AND a.payload ->> 'slip' IS NOT DISTINCT FROM by_slip
$function$
;
