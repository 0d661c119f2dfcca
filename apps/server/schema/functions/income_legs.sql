-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- What each journal above one and up to another changes of each of these kinds.

CREATE FUNCTION income_legs(above bigint, upto bigint)
 RETURNS TABLE(journal_id bigint, posted_at timestamp with time zone, agent_id bigint, currency text, kind text, other text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- Legs on accounts with a running balance stand first; these kinds have none. What is exchanged has a journal of either currency.
  SELECT j.id, j.posted_at, coalesce(j.agent_id, 0), j.currency, a.kind,
         CASE a.kind WHEN 'F300' THEN (SELECT min(s.currency) FROM journal s
           WHERE s.event = j.event AND s.ref_id = j.ref_id AND s.currency <> j.currency) ELSE '' END, sum_minor(l.amount)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[cardinality(j.versions) + 1 :], j.amounts[cardinality(j.versions) + 1 :])
    AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('R400', 'R410', 'R420', 'E500', 'E510', 'Q900', 'A120', 'F300')
  WHERE j.id > above AND j.id <= upto AND j.book = 'main'
  GROUP BY j.id, a.kind HAVING sum_minor(l.amount) <> 0
$function$
;
