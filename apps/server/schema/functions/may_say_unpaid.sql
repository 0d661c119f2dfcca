-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261207141000_said_paid_is_not_taken_back
-- Whether somebody may say otherwise than it was said of what nobody decided.

CREATE FUNCTION may_say_unpaid(person bigint, kind text, wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT is_seasoned(person) AND NOT EXISTS (
    SELECT FROM approval a CROSS JOIN LATERAL (SELECT hands_on(a.maker_id, rights => false) || a.maker_person AS hands) m
    WHERE ((kind = 'payout' AND a.act = 'payouts.markPaid' AND a.subject_id = wanted::text)
        OR (kind = 'withdrawal' AND a.act = 'withdrawals.markPaid' AND a.subject_id = wanted::text))
      AND a.state IN ('waiting', 'expired', 'stale') AND (persons_behind(person) && m.hands OR hands_on(person) && m.hands))
$function$
;
