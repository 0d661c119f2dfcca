-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126180000_house_exchange
-- Its position of every pair that it has a rate of, or ever exchanged.

CREATE FUNCTION house_positions()
 RETURNS TABLE(base text, quote text, held bigint, cost bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p.base, p.quote, h.held, h.cost
  FROM (
    SELECT r.base, r.quote FROM exchange_rate r WHERE r.agent_id IS NULL
    UNION
    SELECT n.currency, n.other FROM income_day_now n
    WHERE n.kind = 'F300' AND array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], n.currency)
      < array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], n.other)
  ) p CROSS JOIN LATERAL house_position(p.base, p.quote) h
$function$
;
