-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100100_payout_submit
-- Whether an account may act for this merchant's payouts: he, an active account of his house, or somebody who stands over him.

CREATE FUNCTION pays_out_for(person bigint, customer bigint, tree bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT stands_over(person, tree) OR EXISTS (
    SELECT FROM app_user p WHERE p.id = person AND p.status = 'active'
      AND (p.id = customer OR (p.kind = 'customerSub' AND p.parent_id = customer)))
$function$
;
