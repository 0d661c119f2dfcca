-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261130110200_watching_said_in_the_log
-- The same of a search, and whose it is; what was found changes by the minute.

CREATE FUNCTION list_watch_print(w list_watch)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(w.owner_id, w.kind, w.name, w.filter, w.search, w.window_min, w.older_min, w.mark, w.via,
    w.url)::text, 'UTF8')), 1, 16), 'hex')
$function$
;
