-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Minor units of one currency for so many of another's, as a fraction of whole numbers. The rate is quote units for one of the base.

CREATE FUNCTION exchange_ratio(given text, wanted text, base text, rate numeric, OUT wanted_units numeric, OUT given_units numeric)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT power(10::numeric, ledger_scale(wanted)) * CASE WHEN given = base THEN rate * 100000000 ELSE 100000000 END,
         power(10::numeric, ledger_scale(given)) * CASE WHEN given = base THEN 100000000 ELSE rate * 100000000 END
$function$
;
