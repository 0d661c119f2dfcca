-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261205090000_said_paid_keeps
--
-- 20261206100000_undecided_stays
-- As before, but that whoever takes back what he said decides nothing of what another had said before.

CREATE FUNCTION payout_is_undecided(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce((
    SELECT a.state IN ('expired', 'stale') AND NOT EXISTS (
      SELECT FROM audit_log l
      WHERE l.object_kind = 'payout' AND l.object_id = a.subject_id AND l.act IN ('payout.dispatch', 'payout.saidUnsent')
        AND l.at >= a.decided_at)
    FROM approval a
    WHERE a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid' AND a.state <> 'withdrawn'
    ORDER BY a.id DESC LIMIT 1), false)
$function$
;
