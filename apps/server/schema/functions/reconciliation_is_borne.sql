-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- Whether the platform took a line upon itself because nothing was booked of it.

CREATE FUNCTION reconciliation_is_borne(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM reconciliation_difference k WHERE k.line_id = wanted AND k.item IS NULL AND k.act = 'writeOff')
$function$
;
