-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons
-- Those behind an account, and everybody who within seven days gave them anything or reset it: directly, or through an
-- account in which he had his hand by then. Rights let nobody into an account: without `rights` they do not count.

CREATE FUNCTION hands_on(account bigint, rights boolean DEFAULT true)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE hands AS (
    SELECT id FROM unnest(persons_behind(account)) AS id
    UNION
    SELECT hand
    FROM hands h
    CROSS JOIN LATERAL changes_by_others(h.id, interval '7 days') c
    CROSS JOIN LATERAL unnest(ARRAY[c.by_id, c.by_person]) AS hand
    WHERE rights OR c.what <> 'rights'
  )
  SELECT array_agg(id) FROM hands
$function$
;
