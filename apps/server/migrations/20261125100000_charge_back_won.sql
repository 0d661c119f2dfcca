-- Up Migration
-- A charge-back that the provider took back, because the dispute was won (J19r): its money repays first what the merchant owes,
-- the rest he may spend, and the fees are taken again. By evidence that two persons of the platform looked at.

-- Generated from packages/domain/src/states/collection.ts by src/tools/generate-guard.ts.
CREATE OR REPLACE FUNCTION collection_transition_is_listed(was text, becomes text, refund text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (was = 'pending' AND becomes IN ('success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied'))
    OR (was = 'success' AND becomes = 'refund')
    OR (was = 'expired' AND becomes IN ('amount_mismatch', 'abnormal', 'success', 'test_supplied'))
    OR (was = 'amount_mismatch' AND becomes = 'success')
    OR (was = 'abnormal' AND becomes = 'success')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'failed')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'success')
$$;
CREATE OR REPLACE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF collection_transition_is_listed(OLD.status, NEW.status, OLD.refund_status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'collection % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
-- Most moves leave pending for a listed state and need no call. The condition is short because PostgreSQL reads it from
-- its text for every statement.
CREATE OR REPLACE TRIGGER collection_transition AFTER UPDATE OF status ON collection_order
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND (OLD.status <> 'pending' OR NEW.status = 'refund'))
  EXECUTE FUNCTION refuse_transition();
-- End of the generated part.

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

-- As before; a charge-back that was won took nothing.
CREATE OR REPLACE FUNCTION refundable_of(o collection_order) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN o.is_test OR o.fee IS NULL OR (o.status = 'success' OR (o.status = 'refund' AND o.refund_status = 'success')) IS NOT TRUE
      OR EXISTS (SELECT FROM balance_edit f WHERE f.order_id = o.id AND is_open_freeze(f)) THEN 0
    ELSE came_for(o) - coalesce((
      SELECT sum(r.amount) FROM refund r WHERE r.order_id = o.id AND r.status <> 'failed' AND r.won_at IS NULL), 0)::bigint END
$$;

-- As before; what was won may be disputed anew.
CREATE OR REPLACE FUNCTION charge_back_collection(wanted bigint, ref text, maker bigint, agreed bigint, reason text, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  r refund;
  checker bigint;
  came bigint;
  back bigint;
  due bigint;
  part bigint;
  leg record;
  day record;
  f record;
  -- L201, L200, L202, A130 of the merchant; A100, A190.
  own bigint[];
  house bigint[];
  accounts bigint[] := '{}';
  amounts bigint[] := '{}';
  repaid bigint := 0;
  was text;
  journal bigint;
BEGIN
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.chargeBack' AND a.maker_id = maker
      AND a.reason = charge_back_collection.reason AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'provider_ref' = ref);
  IF NOT stands_over(maker, NULL) OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this charge-back' USING ERRCODE = 'LG403';
  END IF;
  came := came_for(o);
  IF o.is_test OR o.fee IS NULL OR came <= 0
     OR (o.status = 'success' OR (o.status = 'refund' AND o.refund_status = 'success')) IS NOT TRUE
     OR EXISTS (SELECT FROM balance_edit e WHERE e.order_id = o.id AND is_open_freeze(e))
     OR EXISTS (SELECT FROM refund x WHERE x.order_id = o.id AND x.kind = 'charge_back' AND x.won_at IS NULL) THEN
    RAISE EXCEPTION 'order % cannot be charged back', wanted USING ERRCODE = 'RF001';
  END IF;
  back := (SELECT coalesce(sum(x.amount), 0) FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL);
  INSERT INTO refund AS n (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
    completes, seq, provider_ref, maker_id, maker_person, checker_id, approval_id, reason, created_at, completed_at)
  SELECT 'charge_back', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id,
    CASE WHEN back < came THEN came - back ELSE came END, 'success', back < came,
    (SELECT count(*) FROM refund x WHERE x.order_id = o.id AND x.kind = 'charge_back'), ref, maker, a.person_id, checker, agreed,
    charge_back_collection.reason, at, at
  FROM app_user a WHERE a.id = maker
  RETURNING n.* INTO r;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'charge_back', r.id, r.amount, at);
  house := ledger_open_accounts(ARRAY['A100', 'A190'], ARRAY[NULL, NULL]::bigint[], ARRAY[r.channel_account_id, NULL],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  IF back >= came THEN
    accounts := house;
    amounts := ARRAY[r.amount, -r.amount];
  ELSE
    own := ledger_open_accounts(ARRAY['L201', 'L200', 'L202', 'A130'], ARRAY[o.customer_id, o.customer_id, o.customer_id, o.customer_id],
      ARRAY[NULL, NULL, NULL, NULL]::bigint[], ARRAY[o.currency, o.currency, o.currency, o.currency],
      ARRAY['main', 'main', 'main', 'main']);
    PERFORM FROM balance b
    WHERE b.account_id = ANY (own) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
    ORDER BY b.account_id FOR NO KEY UPDATE;
    due := r.amount;
    SELECT * INTO leg FROM waiting_leg(o);
    part := least(coalesce(leg.amount, 0), due);
    IF part > 0 THEN
      r.taken := array_fill(0::bigint, ARRAY[(SELECT cardinality(p.leg_amounts) FROM collection_plan p WHERE p.order_id = o.id)]);
      r.taken[leg.place] := part;
      IF leg.kind = 'L202' THEN
        UPDATE early_settlement e SET amount = e.amount - part
        WHERE e.account_id = leg.account_id AND e.settle_at = coalesce(o.settle_at, 'infinity');
        r.early_days := r.early_days || coalesce(o.settle_at, 'infinity');
        r.early_amounts := r.early_amounts || part;
      END IF;
      accounts := accounts || leg.account_id;
      amounts := amounts || -part;
      due := due - part;
    END IF;
    FOR day IN SELECT e.id, e.settle_at, e.amount FROM early_settlement e WHERE e.account_id = own[3] AND e.amount > 0
               ORDER BY e.settle_at, e.id LOOP
      part := least(day.amount, due);
      CONTINUE WHEN part = 0;
      UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
      r.early_days := r.early_days || day.settle_at;
      r.early_amounts := r.early_amounts || part;
      accounts := accounts || own[3];
      amounts := amounts || -part;
      due := due - part;
    END LOOP;
    FOR place IN 1 .. 2 LOOP
      SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b WHERE b.account_id = own[place];
      accounts := accounts || own[place];
      amounts := amounts || -part;
      due := due - part;
    END LOOP;
    SELECT * INTO f FROM return_fees(o);
    repaid := least(due, greatest(f.returned, 0));
    accounts := accounts || own[4] || house[1] || own[4] || own[2] || f.accounts;
    amounts := amounts || -due || r.amount || repaid || (f.returned - repaid) || f.amounts;
    IF f.taken IS NOT NULL THEN
      r.taken := ARRAY(SELECT coalesce(t.mine, 0) + t.fees FROM unnest(r.taken, f.taken) WITH ORDINALITY AS t (mine, fees, n) ORDER BY t.n);
    END IF;
    IF r.taken IS NOT NULL THEN
      PERFORM take_waiting(o, r.taken);
    END IF;
  END IF;
  UPDATE refund SET taken = r.taken, early_days = r.early_days, early_amounts = r.early_amounts WHERE id = r.id;
  journal := refund_entry(o, 'collection.chargeBack', r.seq, accounts, amounts, r.reason, maker, request);
  was := o.status;
  UPDATE collection_order c SET status = 'refund', refund_status = 'success' WHERE c.id = wanted RETURNING c.* INTO o;
  PERFORM note_refund('collection.chargeBack', o, was, jsonb_build_object('amount_minor', r.amount::text, 'currency', o.currency,
    'provider_order_no', ref, 'reason', r.reason), maker, request, journal);
  PERFORM tell_refund(o, r);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('collection.flagged', 'collection:' || o.id, json_build_object('order_id', o.id::text, 'reason',
    CASE WHEN back < came THEN 'charged_back' ELSE 'charged_back_after_refund' END), at);
  RETURN r.id;
END $$;

CREATE OR REPLACE FUNCTION refund_confirm(wanted bigint, ref text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  r refund := lock_refund(wanted);
  o collection_order;
  f record;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  IF r.status IS DISTINCT FROM 'refunding' OR r.kind <> 'refund' OR ref IS NULL THEN
    RETURN false;
  END IF;
  IF NOT may_decide_refund(r, person) THEN
    RAISE EXCEPTION 'user % may not confirm refund %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'refund', r.id, r.amount, at);
  r.completes := came_for(o) = r.amount + coalesce((
    SELECT sum(x.amount) FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL), 0);
  accounts := ledger_open_accounts(ARRAY['L232', 'A100', 'L200'], ARRAY[o.customer_id, NULL, o.customer_id],
    ARRAY[NULL, r.channel_account_id, NULL], ARRAY[o.currency, o.currency, o.currency], ARRAY['main', 'main', 'main']);
  amounts := ARRAY[-r.amount, r.amount, 0];
  IF r.completes THEN
    SELECT * INTO f FROM return_fees(o);
    accounts := accounts || f.accounts;
    amounts := ARRAY[-r.amount, r.amount, f.returned] || f.amounts;
    IF f.taken IS NOT NULL THEN
      PERFORM take_waiting(o, f.taken);
      r.taken := ARRAY(SELECT coalesce(t.mine, 0) + t.fees FROM unnest(r.taken, f.taken) WITH ORDINALITY AS t (mine, fees, n) ORDER BY t.n);
    END IF;
  END IF;
  journal := refund_entry(o, 'collection.refund.done', r.seq, accounts, amounts, r.reason, person, request);
  UPDATE refund SET status = 'success', completes = r.completes, taken = r.taken, provider_ref = ref, decided_by = person,
    completed_at = at WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'success' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.confirm', o, NULL, jsonb_build_object('reason', why,
    'provider_order_no', ref), person, request, journal);
  PERFORM tell_refund(o, r);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION refund_close(wanted bigint, actor bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
  has_earlier boolean;
BEGIN
  IF r.status IS DISTINCT FROM 'failed' OR r.closed_at IS NOT NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not close refund %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET closed_at = business_now() WHERE id = wanted RETURNING * INTO r;
  has_earlier := EXISTS (SELECT FROM refund x WHERE x.order_id = r.order_id AND x.status = 'success' AND x.won_at IS NULL);
  UPDATE collection_order c SET status = CASE WHEN has_earlier THEN 'refund' ELSE 'success' END,
    refund_status = CASE WHEN has_earlier THEN 'success' END
  WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.close', o, 'refund', jsonb_build_object('reason', why), actor, request, NULL);
  PERFORM tell_refund(o, r);
  RETURN true;
END $$;

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
  ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT least(greatest(-b.balance, 0), net) INTO STRICT repaid FROM balance b WHERE b.account_id = own[2];
  journal := refund_entry(o, 'collection.chargeBackWon', r.seq, own || accounts, ARRAY[net - repaid, repaid] || amounts, reason,
    maker, request);
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
