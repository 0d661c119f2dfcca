-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Generated from packages/domain/src/states/collection.ts by src/tools/generate-guard.ts.

CREATE FUNCTION collection_transition_is_listed(was text, becomes text, refund text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (was = 'pending' AND becomes IN ('success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied'))
    OR (was = 'success' AND becomes = 'refund')
    OR (was = 'expired' AND becomes IN ('amount_mismatch', 'abnormal', 'success', 'test_supplied'))
    OR (was = 'amount_mismatch' AND becomes = 'success')
    OR (was = 'abnormal' AND becomes = 'success')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'failed')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'success')
$function$
;
