-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- What a senior agent owes of the system fee, in minor units; below zero the platform owes him.

CREATE FUNCTION system_fee_owed(agent bigint, currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(n.debited - n.credited), 0)::bigint FROM income_day_now n
  WHERE n.agent_id = agent AND n.currency = system_fee_owed.currency AND n.kind = 'A120'
$function$
;
