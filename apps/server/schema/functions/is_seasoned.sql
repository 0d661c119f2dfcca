-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons
-- Nobody else made the account, or set or reset its credentials, within 72 hours; nor those of its person.

CREATE FUNCTION is_seasoned(account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT EXISTS (
    SELECT FROM unnest(persons_behind(account)) AS id
    CROSS JOIN LATERAL changes_by_others(id, interval '72 hours') c
    WHERE c.what <> 'rights')
$function$
;
