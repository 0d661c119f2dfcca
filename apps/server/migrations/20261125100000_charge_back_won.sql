-- Up Migration
-- A charge-back that the provider took back, because the dispute was won (J19r): its money repays first what the merchant owes,
-- the rest he may spend, and the fees are taken again. By evidence that two persons of the platform looked at.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT 'collection.chargeBackWon', e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('A100', ARRAY['channelAccount'], true, false),
  ('A120', ARRAY['agent'], true, false),
  ('L240', ARRAY['agent'], true, true),
  ('A130', ARRAY['customer'], false, false),
  ('A190', ARRAY['platform'], false, false),
  ('L200', ARRAY['customer'], false, false),
  ('L240', ARRAY['subAgent', 'middleman', 'agent'], false, false),
  ('R400', ARRAY['platform'], false, false)
) AS e (kind, roles, debit, negative), unnest(e.roles) AS r (role);

ALTER TABLE paid_proof DROP CONSTRAINT paid_proof_kind_check,
  ADD CONSTRAINT paid_proof_kind_check
    CHECK (kind IN ('payout', 'withdrawal', 'refund', 'charge_back', 'receipt', 'charge_back_won'));

ALTER TABLE refund
  -- When the provider took a charge-back back, and his own number of that.
  ADD COLUMN won_at timestamptz,
  ADD COLUMN won_ref text,
  ADD COLUMN won_by bigint REFERENCES app_user,
  ADD COLUMN won_reason text,
  -- What the second person approved; it is carried out once.
  ADD COLUMN won_approval_id bigint UNIQUE,
  ADD CONSTRAINT refund_won_whole CHECK (
    num_nonnulls(won_at, won_ref, won_by, won_reason) IN (0, 4) AND (won_approval_id IS NULL OR won_at IS NOT NULL)
    AND (won_at IS NULL OR (kind = 'charge_back' AND status = 'success')));

-- What of it can still be paid back: nothing of a test, of an order that is no success, while a refund is under way, and while
-- any of it is frozen.
CREATE FUNCTION refundable_of(o collection_order) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN o.is_test OR o.fee IS NULL OR (o.status = 'success' OR (o.status = 'refund' AND o.refund_status = 'success')) IS NOT TRUE
      OR EXISTS (SELECT FROM balance_edit f WHERE f.order_id = o.id AND is_open_freeze(f)) THEN 0
    ELSE came_for(o) - coalesce((
      SELECT sum(r.amount) FROM refund r WHERE r.order_id = o.id AND r.status <> 'failed' AND r.won_at IS NULL), 0)::bigint END
$$;

-- The door of a won dispute. The fees go back as they came, but to fee income, for what waited of this order was closed; the
-- merchant's own part repays what he owes first. Answers the journal. Refuses (LG404) what is no refund, who may not (LG403), and
-- (RF001) what is no charge-back that stands; a number that proved something before violates paid_proof_once.
CREATE FUNCTION win_charge_back(wanted bigint, ref text, maker bigint, agreed bigint, reason text, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  r refund := lock_refund(wanted);
  o collection_order;
  checker bigint;
  charged journal;
  -- L200 and A130 of the merchant.
  own bigint[];
  accounts bigint[];
  amounts bigint[];
  net bigint;
  repaid bigint;
  has_earlier boolean;
  journal bigint;
BEGIN
  IF r.id IS NULL THEN
    RAISE EXCEPTION 'there is no refund %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.chargeBackWon' AND a.maker_id = maker
      AND a.reason = win_charge_back.reason AND a.payload ->> 'refund_id' = wanted::text
      AND a.payload ->> 'provider_ref' = ref);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed that this charge-back was won' USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  IF r.kind <> 'charge_back' OR r.won_at IS NOT NULL OR (o.status = 'refund' AND o.refund_status = 'success') IS NOT TRUE THEN
    RAISE EXCEPTION 'refund % is no charge-back that stands', wanted USING ERRCODE = 'RF001';
  END IF;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'charge_back_won', r.id, r.amount, at);
  SELECT * INTO STRICT charged FROM journal j
  WHERE j.event = 'collection.chargeBack' AND j.ref_id = o.id AND j.seq = r.seq;
  own := ledger_open_accounts(ARRAY['L200', 'A130'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  -- One leg an account, mirrored from the charge-back: only what is left over of both sides moves.
  SELECT array_agg(m.account ORDER BY m.account), array_agg(m.amount ORDER BY m.account), -sum_minor(m.amount)
  INTO STRICT accounts, amounts, net
  FROM (
    SELECT t.account, -sum_minor(l.amount) AS amount
    FROM unnest(charged.account_ids, charged.amounts) AS l (id, amount) JOIN account a ON a.id = l.id
    CROSS JOIN LATERAL (SELECT CASE a.kind WHEN 'L210' THEN (ledger_open_accounts(ARRAY['L240'], ARRAY[a.owner_id],
      ARRAY[NULL]::bigint[], ARRAY[o.currency], ARRAY['main']))[1] ELSE a.id END AS account) t
    WHERE a.owner_id IS DISTINCT FROM o.customer_id GROUP BY t.account
  ) m;
  PERFORM FROM balance b
  WHERE b.account_id = ANY (own || accounts) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
    OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT least(greatest(-b.balance, 0), net) INTO STRICT repaid FROM balance b WHERE b.account_id = own[2];
  journal := refund_entry(o, 'collection.chargeBackWon', r.seq, own || accounts, ARRAY[net - repaid, repaid] || amounts, reason,
    maker, request);
  IF o.rate_id IS NOT NULL THEN
    PERFORM exchange_brought(o, journal);
  END IF;
  UPDATE refund SET won_at = at, won_ref = ref, won_by = maker, won_reason = win_charge_back.reason, won_approval_id = agreed
  WHERE id = wanted RETURNING * INTO r;
  has_earlier := EXISTS (SELECT FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL);
  UPDATE collection_order c SET status = CASE WHEN has_earlier THEN 'refund' ELSE 'success' END,
    refund_status = CASE WHEN has_earlier THEN 'success' END
  WHERE c.id = o.id RETURNING c.* INTO o;
  PERFORM note_refund('collection.chargeBackWon', o, 'refund', jsonb_build_object('amount_minor', r.amount::text,
    'currency', o.currency, 'provider_order_no', ref, 'reason', reason), maker, request, journal);
  -- His money is his again: to the merchant that reads as a charge-back that came to nothing.
  r.status := 'failed';
  PERFORM tell_refund(o, r);
  -- Nothing of it waits any more for a day.
  PERFORM release_collections(ARRAY[o.id], maker, request);
  RETURN journal;
END $$;

REVOKE ALL ON FUNCTION win_charge_back FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION win_charge_back TO suanpan_app;
  END IF;
END $$;
