-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons
-- The account and everybody who may sit behind it: its person and, as long as nobody has confirmed it, those who made
-- it. Two accounts that have one of them in common are the same person.

CREATE FUNCTION persons_behind(account bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE behind AS (
    SELECT id, person_id, made_by FROM app_user WHERE id = account
    UNION
    SELECT u.id, u.person_id, u.made_by
    FROM behind b JOIN app_user u ON u.id IN (b.person_id, b.made_by)
    WHERE b.person_id <> b.id
  )
  SELECT array_agg(id) FROM behind
$function$
;
