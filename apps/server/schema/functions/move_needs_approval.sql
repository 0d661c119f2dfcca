-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_fund_move
-- Whether a move takes a second person, as edits do (edit_needs_approval). Nobody else's money is in his own fee income.

CREATE FUNCTION move_needs_approval(m fund_move, tree bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT m.kind <> 'transfer' AND EXISTS (SELECT FROM installation WHERE mode = 'production')
    AND abs(m.change) + (
      SELECT greatest(coalesce(sum(abs(e.change)) FILTER (WHERE e.maker_person = m.maker_person), 0),
                      coalesce(sum(abs(e.change)) FILTER (WHERE e.owner_id = m.owner_id), 0))
      FROM fund_move e
      WHERE (e.maker_person = m.maker_person OR e.owner_id = m.owner_id) AND e.kind = m.kind AND e.currency = m.currency
        AND e.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = m.currency AND (p.agent_id IS NULL OR p.agent_id = tree)
         AND (p.act IS NULL OR p.act = 'funds.' || m.kind)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE m.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END)
$function$
;
