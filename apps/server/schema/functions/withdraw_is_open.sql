-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- Whether the windows are open at this time of the region; one may run over midnight.

CREATE FUNCTION withdraw_is_open(windows jsonb, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_array_length(windows) = 0 OR EXISTS (
    SELECT FROM jsonb_to_recordset(windows) AS w (days int[], "from" time, "to" time),
      (SELECT (at AT TIME ZONE 'UTC' + interval '8 hours') AS local) t
    WHERE CASE WHEN w."from" < w."to"
      THEN extract(dow FROM t.local)::int = ANY (w.days) AND t.local::time >= w."from" AND t.local::time < w."to"
      ELSE (extract(dow FROM t.local)::int = ANY (w.days) AND t.local::time >= w."from")
        OR (extract(dow FROM t.local - interval '1 day')::int = ANY (w.days) AND t.local::time < w."to") END)
$function$
;
