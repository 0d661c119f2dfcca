-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- The bank sent it back: the owner gets his whole hold, and who earned on it returns that. Two persons of the platform. False
-- where it is not paid.

CREATE FUNCTION reverse_withdrawal(wanted bigint, maker bigint, agreed bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  w withdrawal;
  checker bigint;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'paid' THEN
    RETURN false;
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.reverse' AND a.maker_id = maker AND a.reason = why
      AND a.payload ->> 'withdrawal_id' = wanted::text);
  IF NOT may_look_at(maker, w.made_by, w.owner_id)
     OR (agreed IS NOT NULL AND may_look_at(checker, w.made_by, w.owner_id) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has reversed withdrawal %', wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'reversed', decision_reason = why, completed_at = business_now() WHERE n.id = wanted RETURNING n.* INTO w;
  IF w.rate IS NULL THEN
    journal := withdrawal_post(w, 'withdrawal.reverse', 0::smallint, w.currency, ARRAY['L200', 'A110', 'R410', 'L240'],
      ARRAY[w.owner_id, NULL, NULL, w.agent_id], ARRAY[w.hold, -w.target_amount, w.agent_share - w.fee, -w.agent_share], maker, why, request);
  ELSE
    journal := withdrawal_post(w, 'withdrawal.reverse', 0::smallint, w.currency, ARRAY['L200', 'F300', 'L240'],
      ARRAY[w.owner_id, NULL, w.agent_id], ARRAY[w.hold, w.agent_share - w.hold, -w.agent_share], maker, why, request);
    PERFORM note_withdrawal(w, 'withdraws.list.reverse', w.status, NULL, maker, request, withdrawal_post(w, 'withdrawal.reverse',
      1::smallint, w.target_currency, ARRAY['F300', 'A110', 'R410'], ARRAY[NULL, NULL, NULL]::bigint[],
      ARRAY[w.target_amount + w.fee, -w.target_amount, -w.fee], maker, why, request));
  END IF;
  PERFORM note_withdrawal(w, 'withdraws.list.reverse', 'paid', jsonb_strip_nulls(jsonb_build_object('reason', why,
    'approved_by', checker::text)), maker, request, journal);
  RETURN true;
END $function$
;
