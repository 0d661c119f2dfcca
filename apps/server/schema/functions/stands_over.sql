-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- Whether this is the account of an active person of the platform or of this senior agent's house (of the platform alone
-- where there is none): only these move money by hand.

CREATE FUNCTION stands_over(person bigint, agent bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM app_user u LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind = 'staffSub'
    WHERE u.id = person AND u.status = 'active' AND coalesce(o.status, 'active') = 'active'
      AND (coalesce(o.kind, u.kind) IN ('admin', 'manager')
        OR (coalesce(o.kind, u.kind) = 'agent' AND coalesce(o.id, u.id) = agent)))
$function$
;
