-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123110000_payout_batch
-- Whether one person is enough for payouts of this sum together: a batch counts whole, with what he submitted by any of his
-- accounts and what anybody submitted for this merchant by hand within a day. The door holds each payout against the same
-- threshold again, so that two batches at once are not smaller than one.
--
-- 20261127160000_payout_hour
-- Whether one person is enough for payouts of this sum together: a batch counts whole, with what he submitted by any of his
-- accounts and what anybody submitted for this merchant by hand within a day. The door holds each payout against the same
-- threshold again, so that two batches at once are not smaller than one.

CREATE FUNCTION payout_batch_is_small(customer bigint, person bigint, of_currency text, amount bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(amount + greatest(
      (SELECT sum(t.amount) FROM app_user u
       JOIN payout_hour t ON t.person_id = u.id AND t.person_id <> 0 AND t.currency = of_currency
         AND t.begins_at > business_now() - interval '25 hours'
       WHERE u.person_id = (SELECT me.person_id FROM app_user me WHERE me.id = person)),
      (SELECT sum(p.amount) FROM payout_order p
       WHERE p.customer_id = customer AND p.created_at > business_now() - interval '24 hours' AND p.submitted_by IS NOT NULL
         AND p.currency = of_currency AND p.status <> 'insufficient_balance'),
      0) < payout_approval_from((SELECT u.agent_id FROM app_user u WHERE u.id = customer), of_currency), false)
$function$
;
