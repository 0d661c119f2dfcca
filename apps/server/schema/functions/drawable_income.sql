-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- What can be drawn: what was earned and has come in, less what it cost and what was drawn. A fee that is owed has not come in;
-- what the platform owes a senior agent of it was never income.

CREATE FUNCTION drawable_income(currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(CASE t.kind WHEN 'A120' THEN least(t.amount, 0) ELSE t.amount END), 0)::bigint
  FROM (
    SELECT n.agent_id, n.kind, sum(n.credited - n.debited) AS amount FROM income_day_now n
    WHERE n.currency = drawable_income.currency AND n.kind <> 'F300' GROUP BY n.agent_id, n.kind
  ) t
$function$
;
