-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- Ends a payout that no provider has, and gives its hold back: `rejected` (by a provider's definite no, a person, the
-- merchant, or because nobody decided) or `verify_failed`. Answers false, and nothing changes, where it is not processing or
-- a provider may have it.
--
-- 20261205090000_said_paid_keeps
-- As before, but that no hold goes back meanwhile, whoever asks: the system asks again, a merchant hears that it is too late. Where nobody
-- decided, a person of the house gives it back, and neither the system nor the merchant.
--
-- 20261207141000_said_paid_is_not_taken_back
-- As before, but for who said that it was paid.

CREATE FUNCTION payout_reject(wanted bigint, becomes text, act text, why text, actor bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
