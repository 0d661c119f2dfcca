-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- Whether this person may say what became of a refund: of the order's house or of the platform, and another human than asked
-- for it or had it paid back, and not in the hand of either (as `keep_two_persons` has it of approvals).

CREATE FUNCTION may_decide_refund(r refund, person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT stands_over(person, r.agent_id) AND is_seasoned(person)
    AND NOT persons_behind(person) && (hands_on(r.maker_id, rights => false) || persons_behind(r.customer_id))
    AND NOT hands_on(person) && (hands_on(r.maker_id, rights => false) || r.maker_id)
    AND (r.sent_by IS NULL OR NOT persons_behind(person) && persons_behind(r.sent_by))
$function$
;
