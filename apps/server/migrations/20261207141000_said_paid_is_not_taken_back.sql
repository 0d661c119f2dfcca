-- Up Migration
-- One person said that a withdrawal or a payout had been paid by hand, waited until no second person had decided that, and gave the money
-- back himself, or let the payout go once more: all of it alone. What nobody decided in time is decided late by one who could have
-- refused it, as he would have in time: not by who said it, and by nobody of his hand. As all acts: nobody decides what he submitted.
-- The version before: calls the same doors, which refuse it more, with the state that it knows.

-- Whether somebody may say otherwise than it was said of what nobody decided.
CREATE FUNCTION may_say_unpaid(person bigint, kind text, wanted bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT is_seasoned(person) AND NOT EXISTS (
    SELECT FROM approval a CROSS JOIN LATERAL (SELECT hands_on(a.maker_id, rights => false) || a.maker_person AS hands) m
    WHERE ((kind = 'payout' AND a.act = 'payouts.markPaid' AND a.subject_id = wanted::text)
        OR (kind = 'withdrawal' AND a.act = 'withdrawals.markPaid' AND a.subject_id = wanted::text))
      AND a.state IN ('waiting', 'expired', 'stale') AND (persons_behind(person) && m.hands OR hands_on(person) && m.hands))
$$;
REVOKE ALL ON FUNCTION may_say_unpaid FROM PUBLIC;

-- As before, but for who said that it was wired.
CREATE OR REPLACE FUNCTION end_withdrawal(wanted bigint, becomes text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

-- As before, but for who said that it was paid.
CREATE OR REPLACE FUNCTION payout_reject(wanted bigint, becomes text, act text, why text, actor bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  IF ((becomes, act) IN (('rejected', 'payout.reject'), ('rejected', 'payout.cancel'), ('verify_failed', 'payout.verifyFailed')))
     IS NOT TRUE THEN
    RAISE EXCEPTION 'no payout becomes % by %', becomes, act USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted) OR payout_is_said_paid(wanted)
     OR ((actor IS NULL OR act = 'payout.cancel') AND payout_is_undecided(wanted))
     OR (becomes = 'verify_failed' AND o.stage <> 'verifying')
     OR (act = 'payout.cancel' AND o.stage NOT IN ('accepted', 'verifying', 'queued')) THEN
    RETURN false;
  END IF;
  IF act = 'payout.reject' AND actor IS NOT NULL AND (NOT stands_over(actor, o.agent_id)
      OR (payout_is_undecided(wanted) AND NOT may_say_unpaid(actor, 'payout', wanted))) THEN
    RAISE EXCEPTION 'user % may not reject payout %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  IF act = 'payout.cancel' AND pays_out_for(actor, o.customer_id, o.agent_id) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not take payout % back', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  SELECT array_agg(g.account_id), array_agg(g.amount) INTO accounts, amounts FROM payout_gives_back(o) g;
  journal := payout_entry(o, 'payout.release', o.hold_no, c.reserved || accounts,
    -(o.amount + o.merchant_fee) || amounts, why, actor, request);
  -- What waited for a person still does when it is held anew: the merchant's server decides nothing in his place.
  UPDATE payout_order SET status = becomes, stage = NULL, stage_since = at, failure = why, completed_at = at,
    wait_reason = CASE WHEN becomes = 'verify_failed' THEN wait_reason END,
    check_result = CASE WHEN becomes = 'verify_failed' THEN why ELSE check_result END
  WHERE id = wanted RETURNING * INTO o;
  DELETE FROM payout_work WHERE order_id = wanted;
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES (CASE becomes WHEN 'rejected' THEN 'payout.rejected' ELSE 'payout.failed' END, 'payout:' || wanted, payout_news(o), at);
  PERFORM note_payout(act, wanted, 'processing', becomes, jsonb_build_object('reason', why), actor, request, journal);
  RETURN true;
END $$;

-- As before, but for who said that it was paid.
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
END $$;
