-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- A person of the platform, or of the house whose channels it goes by, lets a waiting payout go. Two persons, as for every
-- approval (keep_two_persons): never who submitted it or whose money it is, nor an account that may be his or that he has his
-- hand in, nor one that was made or reset lately. What waited for a second person, and what waits in a cool-down, is the
-- platform's to decide.
--
-- 20261206103000_said_paid_is_not_let_go
-- As before, but nobody lets it go while somebody says that it was paid.
--
-- 20261207141000_said_paid_is_not_taken_back
-- As before, but for who said that it was paid.

CREATE FUNCTION payout_dispatch(wanted bigint, actor bigint, reason text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
  makers bigint[];
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS NULL OR o.stage NOT IN ('verifying', 'queued') OR o.wait_reason IS NULL OR payout_is_said_paid(wanted) THEN
    RETURN false;
  END IF;
  makers := hands_on(o.customer_id, rights => false) || coalesce(hands_on(o.submitted_by, rights => false), '{}');
  IF NOT stands_over(actor, CASE WHEN o.wait_reason NOT IN ('approval', 'coolDown') THEN o.agent_id END)
     OR persons_behind(actor) && makers OR hands_on(actor) && makers OR NOT is_seasoned(actor)
     OR (payout_is_undecided(wanted) AND NOT may_say_unpaid(actor, 'payout', wanted)) THEN
    RAISE EXCEPTION 'user % may not let payout % go', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE payout_order SET wait_reason = NULL WHERE id = wanted;
  -- Whoever has its work in hand and saw it wait lets it be: the time is another one now.
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.dispatch', wanted, NULL, NULL, jsonb_build_object('reason', o.wait_reason, 'note', reason), actor, request);
  RETURN true;
END $function$
;
