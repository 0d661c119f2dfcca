-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan
-- One layer's price, exactly as packages/domain/fees has it: the rate's part with a half rounded up, and the fixed part.
-- Multiplied and never divided, because a quotient is cut off before it is rounded.

CREATE FUNCTION fee_of(base bigint, pct numeric, per_item bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT round(base * pct * 0.01)::bigint + per_item
$function$
;
