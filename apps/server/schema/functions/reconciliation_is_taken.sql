-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- Whether a line has it, or the platform took it upon itself because no line did.

CREATE FUNCTION reconciliation_is_taken(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM reconciliation_line l WHERE l.item = wanted)
    OR EXISTS (SELECT FROM reconciliation_difference k
               WHERE k.item = wanted AND k.type = 'ours_only' AND k.act = 'writeOff')
$function$
;
