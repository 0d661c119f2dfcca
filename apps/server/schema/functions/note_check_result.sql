-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- Keeps what a test call came to; it is no rule.

CREATE FUNCTION note_check_result(wanted bigint, outcome text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE audit_setting SET last_result = outcome WHERE user_id = wanted
$function$
;
