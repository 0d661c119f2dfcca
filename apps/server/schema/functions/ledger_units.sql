-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- Decimals of a minor unit in the ledger (packages/money/src/currency.ts), as a factor.

CREATE FUNCTION ledger_units(currency text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE currency WHEN 'USDT' THEN 1000000 ELSE 10000 END::numeric
$function$
;
