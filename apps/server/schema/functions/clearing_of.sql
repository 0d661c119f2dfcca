-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100100_channel_settlement
-- What by our books lies at a provider's account, and what we owe it for its work, both in minor units and above zero as a rule.
-- Such accounts have no running balance: this reads all their journals.

CREATE FUNCTION clearing_of(wanted bigint, OUT held bigint, OUT owed bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(-sum(l.amount) FILTER (WHERE l.id = x.clearing), 0)::bigint,
         coalesce(sum(l.amount) FILTER (WHERE l.id = x.payable), 0)::bigint
  FROM (
    SELECT max(a.id) FILTER (WHERE a.kind = 'A100') AS clearing, max(a.id) FILTER (WHERE a.kind = 'L260') AS payable
    FROM account a WHERE a.channel_account_id = wanted AND a.book = 'main' AND a.kind IN ('A100', 'L260')
  ) x
  CROSS JOIN journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
  WHERE (x.clearing = ANY (j.account_ids) OR x.payable = ANY (j.account_ids)) AND l.id IN (x.clearing, x.payable)
$function$
;
