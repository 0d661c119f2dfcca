-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules

CREATE FUNCTION audit_setting_facts(s audit_setting)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('enabled', s.enabled, 'url', s.url, 'applies', s.applies, 'check_key', md5(s.key_sealed))
$function$
;
