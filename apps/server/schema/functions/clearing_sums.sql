-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- Of the journals above one and up to another. Legs on accounts with a running balance stand first; these have none.

CREATE FUNCTION clearing_sums(above bigint, upto bigint)
 RETURNS TABLE(channel_account_id bigint, kind text, day date, change numeric)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.channel_account_id, a.kind, business_day(j.posted_at), sum(l.amount)
  FROM journal j
  CROSS JOIN LATERAL unnest(j.account_ids[cardinality(j.versions) + 1 :], j.amounts[cardinality(j.versions) + 1 :])
    AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('A100', 'L260')
  WHERE j.id > above AND j.id <= upto AND j.book = 'main'
  GROUP BY 1, 2, 3
$function$
;
