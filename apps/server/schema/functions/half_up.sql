-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- A quotient of whole numbers, a half rounded up and away from zero below it. Not by rounding: a quotient is cut off before it is.

CREATE FUNCTION half_up(dividend numeric, divisor numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (sign(dividend) * div(2 * abs(dividend) + divisor, 2 * divisor))::bigint
$function$
;
