-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger

CREATE FUNCTION account_key(kind text, owner bigint, channel_account bigint, currency text, book text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT kind || ' ' || coalesce(owner::text, '-') || ' ' || coalesce(channel_account::text, '-') || ' ' || currency || ' ' || book
$function$
;
