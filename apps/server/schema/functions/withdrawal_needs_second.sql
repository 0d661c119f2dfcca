-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Whether one takes a second person: together with what the same owner, and the same account, was paid or waits for in a day it
-- is above what may be approved by itself, or somebody had changed what guards the account that applied.
-- So does what an account applied for that has been switched off since.
--
-- 20261206120000_wired_is_booked
-- As before, and whatever stands against it takes one.

CREATE FUNCTION withdrawal_needs_second(w withdrawal)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT withdrawal_stands_against(w) IS NOT NULL OR w.is_cooling
    OR NOT EXISTS (SELECT FROM app_user m WHERE m.id = w.made_by AND m.status = 'active')
    OR r.auto_approve_max = 0 OR r.auto_approve_max < greatest(s.of_owner, s.of_account, s.of_operator)
  FROM withdraw_rule_of(w.owner_id, w.currency) r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(n.amount) FILTER (WHERE n.owner_id = w.owner_id), 0) AS of_owner,
           coalesce(sum(n.amount) FILTER (WHERE n.account_hash = w.account_hash), 0) AS of_account,
           coalesce(sum(n.amount) FILTER (WHERE n.operator_id = w.operator_id AND n.checker_id IS NULL), 0) AS of_operator
    FROM withdrawal n
    WHERE n.currency = w.currency AND (n.created_at > business_now() - interval '24 hours' OR n.id = w.id)
      AND n.status IN ('pending', 'processing', 'paid')
  ) s
$function$
;
