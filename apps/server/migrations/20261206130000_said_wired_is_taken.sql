-- Up Migration
-- One that was said to have been wired, and that nobody decided in time, may be given back by whoever had it in hand. If something came
-- to stand against paying it then, nobody could take it any more to book it: only rejecting it was left, and its owner had the money twice.
-- The version before: asks by itself what stands against one before it calls this door, so that such a one waits for this version.

-- As before, but one that is said to have been wired is taken all the same: nothing is wired any more, and booking it takes two.
CREATE OR REPLACE FUNCTION take_withdrawal(wanted bigint, operator bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'pending' OR (withdrawal_stands_against(w) IS NOT NULL AND NOT withdrawal_is_said_wired(wanted)) THEN
    RETURN false;
  END IF;
  IF NOT may_look_at(operator, w.made_by, w.owner_id) THEN
    RAISE EXCEPTION 'user % may not take withdrawal %', operator, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'processing', operator_id = operator WHERE n.id = wanted RETURNING n.* INTO w;
  PERFORM note_withdrawal(w, 'withdraws.list.take', 'pending', NULL, operator, request, NULL);
  RETURN true;
END $$;
