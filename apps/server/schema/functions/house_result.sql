-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126180000_house_exchange
-- What an exchange brings: of what it closes of the position, its price less what that part had cost.

CREATE FUNCTION house_result(held bigint, cost bigint, base_amount bigint, quote_amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN held = 0 OR (held > 0) = (base_amount > 0) THEN 0
    ELSE half_up(quote_amount * x.part, abs(base_amount)) - half_up(cost * x.part, abs(held)) END
  FROM (SELECT least(abs(held), abs(base_amount))::numeric AS part) x
$function$
;
