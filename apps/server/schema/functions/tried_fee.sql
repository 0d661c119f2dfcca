-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version
-- What a price that is tried would take of an amount.

CREATE FUNCTION tried_fee(base bigint, fee jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT fee_of(base, (fee ->> 'pct')::numeric, (fee ->> 'per_item')::bigint)
$function$
;
