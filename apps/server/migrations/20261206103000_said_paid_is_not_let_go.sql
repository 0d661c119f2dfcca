-- Up Migration
-- A whole batch that was let go let go one of which somebody had just said again that it was paid by hand: once he took that back, what
-- another had said before, and nobody decided, counted as decided.
-- The version before: calls the same door, which refuses more; its batches pass over the payout that it refuses.

-- Somebody says that it was paid by hand, or nobody decided that: it is looked at by itself.
CREATE FUNCTION payout_is_doubted(wanted bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT payout_is_said_paid(wanted) OR payout_is_undecided(wanted)
$$;

-- As before, but nobody lets it go while somebody says that it was paid.
CREATE OR REPLACE FUNCTION payout_dispatch(wanted bigint, actor bigint, reason text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
     OR persons_behind(actor) && makers OR hands_on(actor) && makers OR NOT is_seasoned(actor) THEN
    RAISE EXCEPTION 'user % may not let payout % go', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE payout_order SET wait_reason = NULL WHERE id = wanted;
  -- Whoever has its work in hand and saw it wait lets it be: the time is another one now.
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.dispatch', wanted, NULL, NULL, jsonb_build_object('reason', o.wait_reason, 'note', reason), actor, request);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION payout_is_doubted FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_is_doubted TO suanpan_app;
  END IF;
END $$;
