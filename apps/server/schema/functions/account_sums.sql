-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- Of the journals above one and up to another.

CREATE FUNCTION account_sums(above bigint, upto bigint)
 RETURNS TABLE(account_id bigint, day date, event text, change numeric, first_journal bigint, last_journal bigint)
 LANGUAGE sql
 STABLE
AS $function$
  -- Legs on accounts with a running balance stand first.
  SELECT l.account_id, business_day(j.posted_at), j.event, sum(l.amount), min(j.id), max(j.id)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[: cardinality(j.versions)], j.amounts[: cardinality(j.versions)])
    AS l (account_id, amount)
  WHERE j.id > above AND j.id <= upto
  GROUP BY 1, 2, 3
$function$
;
