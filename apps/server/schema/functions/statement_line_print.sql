-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150000_said_in_the_log
-- All that a line said, and nothing of what became of it.

CREATE FUNCTION statement_line_print(l reconciliation_line)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT sha256(convert_to(ROW(l.n, encode(l.mark, 'hex'), l.kind, l.ref, l.own_no, l.amount, l.fee, l.status,
    extract(epoch FROM l.at))::text, 'UTF8'))
$function$
;
