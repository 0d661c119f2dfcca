-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- Whether an edit takes a second person: with what the same person, or anybody with this owner, edited so in the last
-- day it reaches the threshold of its tree (packages/domain/approvals). Four eyes can be switched off, but not in
-- production, so the books insist on them there.

CREATE FUNCTION edit_needs_approval(u app_user, tree bigint, kind text, change bigint, person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM installation WHERE mode = 'production')
    AND abs(change) + (
      SELECT greatest(coalesce(sum(abs(e.change)) FILTER (WHERE e.maker_person = person), 0),
                      coalesce(sum(abs(e.change)) FILTER (WHERE e.user_id = u.id), 0))
      FROM balance_edit e
      WHERE (e.maker_person = person OR e.user_id = u.id) AND e.kind = edit_needs_approval.kind AND e.currency = u.currency
        AND e.maker_id IS NOT NULL AND e.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = u.currency AND (p.agent_id IS NULL OR p.agent_id = tree)
         AND (p.act IS NULL OR p.act = CASE kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE u.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $function$
;
