-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income

CREATE FUNCTION income_sums(above bigint, upto bigint)
 RETURNS TABLE(day date, agent_id bigint, currency text, kind text, other text, credited numeric, debited numeric, first_journal bigint, last_journal bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT business_day(l.posted_at), l.agent_id, l.currency, l.kind, l.other, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)),
         min(l.journal_id), max(l.journal_id)
  FROM income_legs(above, upto) l GROUP BY 1, 2, 3, 4, 5
$function$
;
