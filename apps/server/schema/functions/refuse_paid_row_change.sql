-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123110000_payout_batch
-- A row that is a payout stays what it was.

CREATE FUNCTION refuse_paid_row_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'row % of batch % is a payout and changes no more', OLD.n, OLD.batch_id USING ERRCODE = 'check_violation';
END $function$
;
