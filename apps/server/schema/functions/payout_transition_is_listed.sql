-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Generated neither by hand nor by chance: a test holds it against packages/domain/src/states/payout.ts.

CREATE FUNCTION payout_transition_is_listed(was text, becomes text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (was = 'processing' AND becomes IN ('paid', 'rejected', 'verify_failed'))
    OR (was = 'verify_failed' AND becomes = 'processing')
    OR (was = 'rejected' AND becomes = 'paid')
    OR (was = 'paid' AND becomes = 'rejected_reversed')
$function$
;
