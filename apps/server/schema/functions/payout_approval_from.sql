-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100100_payout_submit
-- From which sum on a payout that a person submits takes a second one (packages/domain/approvals).

CREATE FUNCTION payout_approval_from(tree bigint, of_currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(
    (SELECT p.threshold FROM approval_policy p
     WHERE p.currency = of_currency AND (p.agent_id IS NULL OR p.agent_id = tree)
       AND (p.act IS NULL OR p.act = 'payouts.submit')
     ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
    CASE of_currency WHEN 'TWD' THEN 1000000000 ELSE 0 END)
$function$
;
