-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261205110000_withdrawal_said_wired
-- Somebody says that it was wired, and nobody has decided that, or did so in time.
--
-- 20261206100000_undecided_stays

CREATE FUNCTION withdrawal_is_said_wired(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce((
    SELECT a.state IN ('waiting', 'expired', 'stale') FROM approval a
    WHERE a.subject_kind = 'withdrawal' AND a.subject_id = wanted::text AND a.act = 'withdrawals.markPaid' AND a.state <> 'withdrawn'
    ORDER BY a.id DESC LIMIT 1), false)
$function$
;
