-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- An operator of the platform takes one to himself, or gives it back. False where its state is another, or another has it.
--
-- 20261206120000_wired_is_booked
-- As before, but nobody takes one against which something stands: he would wire it.
--
-- 20261206130000_said_wired_is_taken
-- As before, but one that is said to have been wired is taken all the same: nothing is wired any more, and booking it takes two.

CREATE FUNCTION take_withdrawal(wanted bigint, operator bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
