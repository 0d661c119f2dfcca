-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261206102000_rules_of_paying_said_in_the_log
-- A rule as the log has it: without its keys and what binds those below.

CREATE FUNCTION withdraw_rule_facts(r withdraw_rule)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT to_jsonb(r) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound']
$function$
;
