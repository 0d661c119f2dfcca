-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123100200_export_tenant

CREATE FUNCTION tenant_of(person bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END, 0) FROM app_user u WHERE u.id = person
$function$
;
