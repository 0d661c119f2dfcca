-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Decimals of a currency's minor unit (packages/money/src/currency.ts; a test holds the two against each other).

CREATE FUNCTION ledger_scale(currency text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE currency WHEN 'USDT' THEN 6 ELSE 4 END
$function$
;
