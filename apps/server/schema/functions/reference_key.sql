-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- By what the number of a transfer is told from another, however it is typed: in capitals, in wide digits, with spaces, marks
-- that nobody sees, or the 0x of a chain.

CREATE FUNCTION reference_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_replace(lower(regexp_replace(normalize(typed, NFKC),
    '[\s\-_./:#\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g')), '^0x', '')
$function$
;
