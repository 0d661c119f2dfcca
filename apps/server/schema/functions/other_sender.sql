-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100100_transfer_files
-- Whether two names are of two senders: a name that a bank hides a part of, or cuts, is nobody else's.

CREATE FUNCTION other_sender(name text, other text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(x.one <> '' AND x.two <> '' AND NOT starts_with(x.one, x.two) AND NOT starts_with(x.two, x.one)
    AND x.one || x.two !~ '[*＊○◯〇Ｏ●]', false)
  FROM (SELECT lower(regexp_replace(name, '\s', '', 'g')) AS one, lower(regexp_replace(other, '\s', '', 'g')) AS two) x
$function$
;
