-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_fund_move
-- Whether this is the account of an active person of an owner's own house: himself, or somebody of his staff.

CREATE FUNCTION works_for(person bigint, owner bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM app_user u JOIN app_user o ON o.id = owner AND o.status = 'active'
    WHERE u.id = person AND u.status = 'active'
      AND (u.id = owner OR (u.parent_id = owner AND u.kind IN ('staffSub', 'customerSub'))))
$function$
;
