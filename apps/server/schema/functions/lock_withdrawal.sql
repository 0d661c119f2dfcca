-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- The row, which nobody else changes until the end.

CREATE FUNCTION lock_withdrawal(wanted bigint)
 RETURNS SETOF withdrawal
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT * FROM withdrawal w WHERE w.id = wanted FOR NO KEY UPDATE
$function$
;
