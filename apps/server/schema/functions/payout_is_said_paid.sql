-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261205090000_said_paid_keeps
-- Somebody says that it was paid by hand, and nobody has agreed or disagreed yet. Whoever asks holds the payout's lock.
--
-- 20261205100000_said_paid_undecided
-- As before, but that it counts until its end is written: what the end brings is written with it.

CREATE FUNCTION payout_is_said_paid(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM approval a
    WHERE a.state = 'waiting' AND a.subject_kind = 'payout' AND a.subject_id = wanted::text AND a.act = 'payouts.markPaid')
$function$
;
