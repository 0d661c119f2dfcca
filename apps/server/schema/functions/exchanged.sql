-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- What an amount comes to in another currency.

CREATE FUNCTION exchanged(amount bigint, given text, wanted text, base text, rate numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT half_up(amount * x.wanted_units, x.given_units)
  FROM exchange_ratio(given, wanted, base, rate) x
$function$
;
