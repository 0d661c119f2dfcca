-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124149000_channel_rest

CREATE FUNCTION channel_rest(trips smallint)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT least(300, 30 * 2 ^ greatest(0, least(trips, 8) - 1)) * interval '1 second'
$function$
;
