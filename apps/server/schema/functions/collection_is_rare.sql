-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders
-- As packages/domain/src/states has it: where an order hardly ever stands.

CREATE FUNCTION collection_is_rare(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT status IN ('amount_mismatch', 'abnormal', 'test_supplied', 'refund')
$function$
;
