-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan
-- All of a plan that settling goes by: a sealed witness against whoever alters it, with its prices and the split. Bytes
-- and not text, of which a proof would make a thousand for each plan; what is absent is told from what is empty.

CREATE FUNCTION plan_print(p collection_plan)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT p.order_id || ' ' || p.plan_no || ' ' || encode(substr(sha256(coalesce(jsonb_send(p.fee_snapshot), '\xff')
    || coalesce(array_send(p.leg_accounts), '\xff') || coalesce(array_send(p.leg_accounts_immediate), '\xff')
    || coalesce(array_send(p.leg_amounts), '\xff') || coalesce(int2send(p.legs_held), '\xff')
    || coalesce(array_send(p.claw_back), '\xff') || coalesce(array_send(p.claw_back_immediate), '\xff')
    || coalesce(int2send(p.early_leg), '\xff')), 1, 12), 'base64')
$function$
;
