-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126180000_house_exchange
-- The house's position of a pair, as the journals say: what it holds of the base, below zero what it owes, and what that cost.

CREATE FUNCTION house_position(base text, quote text, OUT held bigint, OUT cost bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(n.credited - n.debited) FILTER (WHERE n.currency = base), 0)::bigint,
         coalesce(sum(n.debited - n.credited) FILTER (WHERE n.currency = quote), 0)::bigint
  FROM income_day_now n
  WHERE n.kind = 'F300' AND ((n.currency = base AND n.other = quote) OR (n.currency = quote AND n.other = base))
$function$
;
