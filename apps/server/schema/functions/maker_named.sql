-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121192000_price_trace
-- Whose act the transaction is, where it has said so (`nameMaker`); else the login that the statement came by.

CREATE FUNCTION maker_named(what text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('suanpan.' || what, true), '')
$function$
;
