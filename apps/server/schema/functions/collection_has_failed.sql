-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130000_collection_channel_day
-- As the success rate has it (packages/domain/src/reports/success-rate.ts).

CREATE FUNCTION collection_has_failed(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT status IN ('expired', 'amount_mismatch', 'abnormal')
$function$
;
