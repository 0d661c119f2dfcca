-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Ends one without paying it; what was held goes back to where it was taken from, once. `rejected` by a person of the platform, by
-- nobody when its rate or its time is over; `cancelled` by the owner's house. One that somebody has in hand is ended by him.
--
-- 20261205110000_withdrawal_said_wired
-- As before, but that neither the product itself nor the owner gets back what is said to have been wired: a person of the platform gives it.
--
-- 20261207141000_said_paid_is_not_taken_back
-- As before, but for who said that it was wired.

CREATE FUNCTION end_withdrawal(wanted bigint, becomes text, person bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  was text;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  was := w.status;
  IF (person IS NULL OR becomes = 'cancelled') AND withdrawal_is_said_wired(wanted) THEN
    RETURN false;
  END IF;
  IF was IS NULL OR becomes NOT IN ('rejected', 'cancelled') OR (was = 'pending' OR (was = 'processing' AND becomes = 'rejected'
      AND (w.operator_id = person OR (person IS NULL AND w.rate_until <= at)))) IS NOT TRUE THEN
    RETURN false;
  END IF;
  IF (CASE
    WHEN becomes = 'cancelled' THEN works_for(person, w.owner_id)
    WHEN person IS NULL THEN w.rate_until <= at OR (w.is_cooling AND w.created_at <= at - interval '72 hours')
    ELSE stands_over(person, NULL) AND person <> w.made_by
      AND (NOT withdrawal_is_said_wired(wanted) OR may_say_unpaid(person, 'withdrawal', wanted)) END) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not end withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = becomes, operator_id = person, decision_reason = why, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO w;
  journal := withdrawal_post(w, 'withdrawal.release', 0::smallint, w.currency, ARRAY['L231', 'L200'],
    ARRAY[w.owner_id, w.owner_id], ARRAY[-w.hold, w.hold], person, why, request);
  PERFORM note_withdrawal(w, CASE WHEN becomes = 'cancelled' THEN 'withdraws.apply.cancel' WHEN person IS NULL THEN 'withdrawal.expire'
    ELSE 'withdraws.list.reject' END, was, jsonb_build_object('reason', why), person, request, journal);
  RETURN true;
END $function$
;
