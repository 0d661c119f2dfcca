-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version
-- One that is not in force yet ends: withdrawn by a person, or refused at its time. Answers false where it is in force or ended.

CREATE FUNCTION end_price_version(wanted bigint, ending text, why text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH ended AS (
    UPDATE price_version SET state = ending, failure = why, ended_at = business_now()
    WHERE id = wanted AND state = 'scheduled' AND ending IN ('refused', 'withdrawn') RETURNING 1
  ) SELECT EXISTS (SELECT FROM ended)
$function$
;
