-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121104000_audit_seal
-- The highest id that was ever drawn: no row of the product's own lies above it.

CREATE FUNCTION seal_drawn(source text)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  SELECT CASE source WHEN 'log' THEN (SELECT last_value FROM audit_log_id_seq)
                     WHEN 'books' THEN (SELECT last_value FROM journal_id)
                     ELSE (SELECT last_value FROM login_attempt_id_seq) END
$function$
;
