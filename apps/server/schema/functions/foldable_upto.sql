-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261203000000_first_journal_is_folded
-- How far the journals above one may be folded, at most so many; the same number where nothing may be. The last ones are left: their
-- numbers are drawn before they are committed, and `margin` of them may be under way, unless nobody else acts. Each statement of whoever
-- asks sees what those have done that had drawn a number up to there.

CREATE FUNCTION foldable_upto(above bigint, margin bigint, most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  drawn bigint;
  upto bigint;
BEGIN
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO STRICT drawn FROM journal_id s;
  IF nobody_else_acts() THEN
    margin := 0;
  END IF;
  upto := least(above + most, drawn - margin);
  IF upto <= above THEN
    RETURN above;
  END IF;
  -- Whoever drew a number below these had begun to write before the youngest of these had: he is done once all are that began
  -- before that one.
  IF age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= (
    SELECT min(age(j.xmin)) FROM journal j WHERE j.id > upto AND j.id <= upto + margin) THEN
    RETURN above;
  END IF;
  RETURN upto;
END $function$
;
