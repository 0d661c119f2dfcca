-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- The senior agent in whose tree an account stands whose payouts have rules; null where it has none.

CREATE FUNCTION payout_tree_of(owner bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE u.kind WHEN 'agent' THEN u.id WHEN 'customer' THEN u.agent_id END FROM app_user u WHERE u.id = owner
$function$
;
