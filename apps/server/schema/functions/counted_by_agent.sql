-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129090000_collection_agent_day
-- What the orders of these notes add where, or take; tests add nothing. An order that goes another way is taken from where it
-- counted and counted where it is, before it is settled there.
--
-- 20261201090000_collection_merchant_day
-- The same answer as before, from the one place that says what a note counts.

CREATE FUNCTION counted_by_agent(deltas collection_delta[])
 RETURNS TABLE(day date, agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, failed_count bigint, failed_amount bigint, actual_amount bigint, accounted_amount bigint, fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, c.created_count, c.created_amount, c.success_count,
         c.success_amount, c.failed_count, c.failed_amount, c.actual_amount, c.accounted_amount, c.fee
  FROM counted_by_merchant(deltas) c
$function$
;
