-- Up Migration
-- Money goes back to the payer: a refund that a person asks for (J14), or a charge-back that the provider made (J19). A refund
-- reserves its money first, and is paid or fails; each is one row. Its journals refer to the order, and `seq` counts the attempts of all
-- of its refunds.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT e.event, e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('collection.refund.prepare', 'L210', ARRAY['customer'], true, false),
  ('collection.refund.prepare', 'L202', ARRAY['customer'], true, false),
  ('collection.refund.prepare', 'L200', ARRAY['customer'], true, false),
  ('collection.refund.prepare', 'L232', ARRAY['customer'], false, false),
  ('collection.refund.failed', 'L232', ARRAY['customer'], true, false),
  ('collection.refund.failed', 'L210', ARRAY['customer'], false, false),
  ('collection.refund.failed', 'L202', ARRAY['customer'], false, false),
  ('collection.refund.failed', 'L200', ARRAY['customer'], false, false),
  ('collection.refund.done', 'L232', ARRAY['customer'], true, false),
  ('collection.refund.done', 'R400', ARRAY['platform'], true, false),
  ('collection.refund.done', 'L210', ARRAY['subAgent', 'middleman', 'agent'], true, false),
  ('collection.refund.done', 'L240', ARRAY['subAgent', 'middleman', 'agent'], true, true),
  ('collection.refund.done', 'L240', ARRAY['agent'], false, false),
  ('collection.refund.done', 'A100', ARRAY['channelAccount'], false, false),
  ('collection.refund.done', 'A120', ARRAY['agent'], false, false),
  ('collection.refund.done', 'L200', ARRAY['customer'], false, false),
  ('collection.chargeBack', 'L210', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true, false),
  ('collection.chargeBack', 'L202', ARRAY['customer'], true, false),
  ('collection.chargeBack', 'L201', ARRAY['customer'], true, false),
  ('collection.chargeBack', 'L200', ARRAY['customer'], true, false),
  ('collection.chargeBack', 'A130', ARRAY['customer'], true, true),
  ('collection.chargeBack', 'A190', ARRAY['platform'], true, false),
  ('collection.chargeBack', 'R400', ARRAY['platform'], true, false),
  ('collection.chargeBack', 'L240', ARRAY['subAgent', 'middleman', 'agent'], true, true),
  ('collection.chargeBack', 'L240', ARRAY['agent'], false, false),
  ('collection.chargeBack', 'A100', ARRAY['channelAccount'], false, false),
  ('collection.chargeBack', 'A120', ARRAY['agent'], false, false),
  ('collection.chargeBack', 'A130', ARRAY['customer'], false, false),
  ('collection.chargeBack', 'L200', ARRAY['customer'], false, false)
) AS e (event, kind, roles, debit, negative), unnest(e.roles) AS r (role);

-- A payment back is proven by its own number at the provider, once.
ALTER TABLE paid_proof DROP CONSTRAINT paid_proof_kind_check,
  ADD CONSTRAINT paid_proof_kind_check CHECK (kind IN ('payout', 'withdrawal', 'refund', 'charge_back'));

CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  no text NOT NULL GENERATED ALWAYS AS ('R' || lpad(id::text, 10, '0')) STORED UNIQUE,
  kind text NOT NULL CHECK (kind IN ('refund', 'charge_back')),
  order_id bigint NOT NULL REFERENCES collection_order,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  currency text NOT NULL,
  -- By which account the payer paid, and is paid back.
  channel_account_id bigint NOT NULL,
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL CHECK (status IN ('preparing', 'refunding', 'success', 'failed')),
  -- With it the whole order is paid back, and its fees returned; null while that is not known.
  completes boolean,
  -- What it took of each leg of the order's plan while those waited, place by place; null where it took none of them.
  taken bigint[],
  -- What of it is money that may pay others before its day, by day.
  early_days timestamptz[] NOT NULL DEFAULT '{}',
  early_amounts bigint[] NOT NULL DEFAULT '{}',
  attempts smallint NOT NULL DEFAULT 1 CHECK (attempts > 0),
  -- Of the journals of its last attempt.
  seq smallint NOT NULL DEFAULT 0,
  -- What of an order in another currency than its merchant's own was exchanged back for it (exchange_back).
  exchanged bigint NOT NULL DEFAULT 0 CHECK (exchanged BETWEEN 0 AND amount),
  -- Of the payment back at the provider, or of the evidence of a charge-back.
  provider_ref text,
  failure text,
  maker_id bigint NOT NULL REFERENCES app_user,
  -- Whose person the maker was then.
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  -- Of a refund that a merchant asks for by his API: his own number of it, the key, and what makes two requests the same.
  merchant_refund_no text,
  api_key_id bigint REFERENCES api_key,
  request_hash bytea,
  -- Who had it paid back, and who said what became of it.
  sent_by bigint REFERENCES app_user,
  decided_by bigint REFERENCES app_user,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  completed_at timestamptz,
  -- A failed one was given up, and its order is a success again.
  closed_at timestamptz,
  CHECK (maker_id <> checker_id AND maker_id <> decided_by AND sent_by <> decided_by),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL)),
  CHECK ((status IN ('success', 'failed')) = (completed_at IS NOT NULL)),
  CHECK ((status = 'success') = (completes IS NOT NULL) AND (status = 'success') = (provider_ref IS NOT NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL) AND (closed_at IS NULL OR status = 'failed')),
  CHECK (cardinality(early_days) = cardinality(early_amounts)),
  CHECK ((merchant_refund_no IS NULL) = (api_key_id IS NULL) AND (api_key_id IS NULL) = (request_hash IS NULL)),
  UNIQUE (customer_id, merchant_refund_no)
);
CREATE INDEX refund_newest ON refund (created_at DESC, id DESC);
CREATE INDEX refund_agent ON refund (agent_id, created_at DESC, id DESC);
CREATE INDEX refund_customer ON refund (customer_id, created_at DESC, id DESC);
CREATE INDEX refund_person ON refund (maker_person, created_at);
CREATE INDEX refund_order ON refund (order_id);
CREATE INDEX refund_key ON refund (api_key_id, created_at) WHERE api_key_id IS NOT NULL;
-- One at a time.
CREATE UNIQUE INDEX refund_open ON refund (order_id)
  WHERE status IN ('preparing', 'refunding') OR (status = 'failed' AND closed_at IS NULL);

-- What refunds took of the legs of plans that waited, order by order.
CREATE VIEW refund_taken AS
  SELECT t.order_id, array_agg(t.amount ORDER BY t.n) AS taken
  FROM (
    SELECT r.order_id, l.n, sum_minor(l.amount) AS amount
    FROM refund r CROSS JOIN LATERAL unnest(r.taken) WITH ORDINALITY AS l (amount, n) GROUP BY 1, 2
  ) t GROUP BY t.order_id;

CREATE FUNCTION note_refund(
  act text, o collection_order, was text, after jsonb, actor bigint, request text, journal bigint
) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  SELECT business_now(), actor, actor, act, 'collection', o.id::text, was, CASE WHEN was IS NOT NULL THEN o.status END, journal,
         jsonb_strip_nulls(after), request
$$;

CREATE FUNCTION tell_refund(o collection_order, r refund) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'refund.updated', 'collection:' || o.id, (collection_news(o)::jsonb
    || jsonb_build_object('refund', jsonb_build_object('id', r.id::text, 'refund_no', r.merchant_refund_no,
      'amount', r.amount::text, 'status', r.status)))::json,
    business_now()
$$;

CREATE FUNCTION refund_entry(
  o collection_order, event text, seq smallint, accounts bigint[], amounts bigint[], note text, actor bigint, request text
) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  entry journal_entry;
BEGIN
  entry.event := event;
  entry.ref_id := o.id;
  entry.seq := seq;
  entry.book := 'main';
  entry.currency := o.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := actor;
  entry.note := note;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, amounts) WITH ORDINALITY AS l (account, amount, n) WHERE l.amount <> 0;
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

-- What a payer's money brought for an order: to the account of its channel, or out of the receipts nobody had claimed. A
-- supply that was paid from a balance or by the house brought nothing that could be paid back.
CREATE FUNCTION came_for(o collection_order) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(-sum(l.amount), 0)::bigint
  FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (account_id, amount)
  JOIN account a ON a.id = l.account_id AND a.kind IN ('A100', 'L250')
  WHERE j.event = 'collection.settle' AND j.ref_id = o.id AND j.seq = 0
$$;

-- The merchant's own leg of an order that waits for its day: its place in the plan, where it lies, and what is left of it.
CREATE FUNCTION waiting_leg(o collection_order) RETURNS TABLE (place int, account_id bigint, kind text, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.n::int, a.id, a.kind,
         CASE a.kind WHEN 'L202' THEN least(l.amount, coalesce((
           SELECT e.amount FROM early_settlement e WHERE e.account_id = a.id AND e.settle_at = d.settle_at), 0)) ELSE l.amount END
  FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
  CROSS JOIN LATERAL unnest(p.leg_accounts, p.leg_accounts_immediate, coalesce(d.remaining, p.leg_amounts))
    WITH ORDINALITY AS l (deferred, immediate, amount, n)
  JOIN account a ON a.id = l.deferred AND a.owner_id = o.customer_id
  WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity') AND l.deferred <> l.immediate
$$;

-- Takes from the legs that wait; below zero gives back. No row where the order does not wait any more.
CREATE FUNCTION take_waiting(o collection_order, taken bigint[]) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE settlement_due d
  SET remaining = nullif(ARRAY(
    SELECT l.amount - coalesce(l.taken, 0)
    FROM unnest(coalesce(d.remaining, p.leg_amounts), take_waiting.taken) WITH ORDINALITY AS l (amount, taken, n) ORDER BY l.n),
    p.leg_amounts)
  FROM collection_plan p
  WHERE p.order_id = d.order_id AND d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity')
$$;

-- The money of a refund is reserved (J14, prepare): the order's own leg as far as it waits, then settleable money. Refuses
-- (LG402) where it does not reach. The order is locked.
CREATE FUNCTION reserve_refund(r refund, o collection_order, actor bigint, request text) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  leg record;
  own bigint;
  accounts bigint[];
  spare bigint;
BEGIN
  accounts := ledger_open_accounts(ARRAY['L200', 'L232'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  PERFORM FROM balance b
  WHERE b.account_id = ANY (accounts) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
    OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT * INTO leg FROM waiting_leg(o);
  own := least(coalesce(leg.amount, 0), r.amount);
  IF o.rate_id IS NOT NULL THEN
    r.exchanged := exchange_back(o, 'L200', r.amount - own, actor, request);
  END IF;
  SELECT b.balance INTO STRICT spare FROM balance b WHERE b.account_id = accounts[1];
  IF r.amount - own > greatest(spare, 0) THEN
    RAISE EXCEPTION 'so much is not there to be paid back' USING ERRCODE = 'LG402';
  END IF;
  IF own > 0 THEN
    r.taken := array_fill(0::bigint, ARRAY[(SELECT cardinality(p.leg_amounts) FROM collection_plan p WHERE p.order_id = o.id)]);
    r.taken[leg.place] := own;
    PERFORM take_waiting(o, r.taken);
    IF leg.kind = 'L202' THEN
      r.early_days := ARRAY[coalesce(o.settle_at, 'infinity')];
      r.early_amounts := ARRAY[own];
      UPDATE early_settlement e SET amount = e.amount - own
      WHERE e.account_id = leg.account_id AND e.settle_at = coalesce(o.settle_at, 'infinity');
    END IF;
  END IF;
  r.seq := (SELECT coalesce(max(j.seq), 0) + 1 FROM journal j WHERE j.event = 'collection.refund.prepare' AND j.ref_id = o.id);
  UPDATE refund SET taken = r.taken, early_days = r.early_days, early_amounts = r.early_amounts, seq = r.seq,
    exchanged = r.exchanged WHERE id = r.id;
  RETURN refund_entry(o, 'collection.refund.prepare', r.seq,
    ARRAY[coalesce(leg.account_id, accounts[1])] || accounts, ARRAY[-own, own - r.amount, r.amount], r.reason, actor, request);
END $$;

-- The policy "return all but the end-point cost": what returns a merchant's fee, by account. Before its day each earner gives
-- back his own leg that waits; what those do not cover, and everything after, is clawed back from fee income. What the end-point
-- cost more than the merchant was charged stays the senior agent's, who let him have it so: nobody pays more than was agreed.
CREATE FUNCTION return_fees(o collection_order, OUT accounts bigint[], OUT amounts bigint[], OUT taken bigint[], OUT returned bigint)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  p collection_plan;
  remains bigint[];
  system bigint;
  residual bigint;
  sub_agent bigint;
  middleman bigint;
  -- The system fee was taken from the senior agent with the order; else he owes it.
  is_taken boolean;
  given_back bigint;
  house bigint[];
  leg record;
BEGIN
  SELECT * INTO STRICT p FROM collection_plan c WHERE c.order_id = o.id;
  SELECT coalesce(d.remaining, p.leg_amounts) INTO remains FROM settlement_due d
  WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity');
  system := (p.fee_snapshot ->> 'systemFee')::bigint;
  residual := (p.fee_snapshot ->> 'agentResidual')::bigint;
  sub_agent := (p.fee_snapshot ->> 'subAgentFee')::bigint;
  middleman := (p.fee_snapshot ->> 'middlemanFee')::bigint;
  returned := greatest(residual + sub_agent + middleman, 0);
  residual := returned - sub_agent - middleman;
  is_taken := (SELECT coalesce(sum(l.amount), 0) = 0 FROM unnest(p.leg_accounts, p.leg_amounts) AS l (account_id, amount)
               JOIN account a ON a.id = l.account_id AND a.kind = 'A120');
  given_back := CASE WHEN is_taken THEN system ELSE 0 END;
  house := ledger_open_accounts(ARRAY['R400', 'A120', 'L240'], ARRAY[NULL, o.agent_id, o.agent_id],
    ARRAY[NULL, NULL, NULL]::bigint[], ARRAY[o.currency, o.currency, o.currency], ARRAY['main', 'main', 'main']);
  accounts := house[1:2];
  amounts := ARRAY[-system, system - given_back];
  IF remains IS NULL THEN
    -- A party without a share has no account either.
    accounts := accounts || house[3] || house[3];
    amounts := amounts || given_back || -residual;
    FOR leg IN SELECT x.owner, x.share FROM (VALUES (o.sub_agent_id, sub_agent), (o.middleman_id, middleman)) AS x (owner, share)
               WHERE x.share > 0 LOOP
      accounts := accounts || ledger_open_accounts(ARRAY['L240'], ARRAY[leg.owner], ARRAY[NULL]::bigint[], ARRAY[o.currency],
        ARRAY['main']);
      amounts := amounts || -leg.share;
    END LOOP;
    RETURN;
  END IF;
  taken := array_fill(0::bigint, ARRAY[cardinality(remains)]);
  -- One leg an account: what was taken of a share with it is no money that could be taken again.
  FOR leg IN
    SELECT l.deferred, sum_minor(l.amount) AS amount, array_agg(l.n::int ORDER BY l.n) AS places, array_agg(l.amount ORDER BY l.n) AS parts
    FROM unnest(p.leg_accounts, p.leg_accounts_immediate, remains) WITH ORDINALITY AS l (deferred, immediate, amount, n)
    JOIN account a ON a.id = l.deferred AND a.owner_id <> o.customer_id
    WHERE l.deferred <> l.immediate GROUP BY l.deferred ORDER BY l.deferred
  LOOP
    accounts := accounts || leg.deferred;
    amounts := amounts || -leg.amount;
    FOR n IN 1 .. cardinality(leg.places) LOOP
      taken[leg.places[n]] := leg.parts[n];
    END LOOP;
  END LOOP;
  accounts := accounts || house[3];
  amounts := amounts || (SELECT sum_minor(t) FROM unnest(taken) AS t) + given_back - returned;
END $$;

-- Whether a refund takes a second person, as edits do (edit_needs_approval).
-- What is paid back for one merchant within a day is looked at one act after the other, by the lock of its sum: whoever holds
-- the lock of an order takes it next, and balances after it.
CREATE FUNCTION refund_needs_approval(o collection_order, amount bigint, person bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('refund_sum for ' || o.customer_id, 0));
  RETURN amount + (
      SELECT greatest(coalesce(sum(r.amount) FILTER (WHERE r.maker_person = person), 0),
                      coalesce(sum(r.amount) FILTER (WHERE r.customer_id = o.customer_id), 0))
      FROM refund r
      WHERE (r.maker_person = person OR r.customer_id = o.customer_id) AND r.kind = 'refund' AND r.currency = o.currency
        AND r.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = o.currency AND (p.agent_id IS NULL OR p.agent_id = o.agent_id)
         AND (p.act IS NULL OR p.act = 'collections.refund')
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE o.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $$;

-- The door: a person of the order's own house or of the platform has it paid back, whole or in part, and for good. `agreed` is
-- the approval of exactly this. Answers the refund. Refuses who may not (LG403), what cannot be paid back (RF001), more than is
-- left of it (RF002), and money that is not there (LG402).
CREATE FUNCTION refund_collection(wanted bigint, amount bigint, maker bigint, agreed bigint, reason text, request text)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  r refund;
  was text;
  person bigint;
  checker bigint;
  rest bigint;
  journal bigint;
BEGIN
  -- The lock that the approvals take first of all: refunds of one person follow each other where his sum is looked at.
  SELECT a.person_id INTO person FROM app_user a WHERE a.id = maker;
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum collections.refund ' || person, 0));
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.refund' AND a.maker_id = maker
      AND a.reason = refund_collection.reason AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'amount' = refund_collection.amount::text);
  IF NOT stands_over(maker, o.agent_id) OR persons_behind(maker) && persons_behind(o.customer_id)
     OR (agreed IS NOT NULL AND stands_over(checker, o.agent_id) IS NOT TRUE)
     OR (agreed IS NULL AND refund_needs_approval(o, refund_collection.amount, person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this refund' USING ERRCODE = 'LG403';
  END IF;
  rest := refundable_of(o);
  IF rest <= 0 THEN
    RAISE EXCEPTION 'nothing of order % can be paid back', wanted USING ERRCODE = 'RF001';
  ELSIF (refund_collection.amount BETWEEN 1 AND rest) IS NOT TRUE THEN
    RAISE EXCEPTION 'of order % only % is left', wanted, rest USING ERRCODE = 'RF002';
  END IF;

  INSERT INTO refund AS n (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
    maker_id, maker_person, checker_id, approval_id, reason, created_at)
  VALUES ('refund', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id, refund_collection.amount,
    'preparing', maker, person, checker, agreed, reason, at)
  RETURNING n.* INTO r;
  journal := reserve_refund(r, o, maker, request);
  was := o.status;
  UPDATE collection_order c SET status = 'refund', refund_status = 'preparing' WHERE c.id = wanted RETURNING c.* INTO o;
  PERFORM note_refund('collection.refund', o, was, jsonb_build_object('amount_minor', r.amount::text, 'currency', o.currency,
    'reason', r.reason), maker, request, journal);
  PERFORM tell_refund(o, r);
  RETURN r.id;
END $$;

-- Whether this person may say what became of a refund: of the order's house or of the platform, and another human than asked
-- for it or had it paid back, and not in the hand of either (as `keep_two_persons` has it of approvals).
CREATE FUNCTION may_decide_refund(r refund, person bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT stands_over(person, r.agent_id) AND is_seasoned(person)
    AND NOT persons_behind(person) && (hands_on(r.maker_id, rights => false) || persons_behind(r.customer_id))
    AND NOT hands_on(person) && (hands_on(r.maker_id, rights => false) || r.maker_id)
    AND (r.sent_by IS NULL OR NOT persons_behind(person) && persons_behind(r.sent_by))
$$;

-- The refund under the lock of its order, as everybody takes them.
CREATE FUNCTION lock_refund(wanted bigint) RETURNS refund LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r refund;
BEGIN
  PERFORM FROM collection_order o WHERE o.id = (SELECT f.order_id FROM refund f WHERE f.id = wanted) FOR NO KEY UPDATE;
  SELECT * INTO r FROM refund f WHERE f.id = wanted FOR NO KEY UPDATE;
  RETURN r;
END $$;

-- A person has it paid back at the provider. Answers false, and nothing changes, in any other state.
CREATE FUNCTION refund_send(wanted bigint, actor bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
BEGIN
  IF r.status IS DISTINCT FROM 'preparing' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not send refund %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET status = 'refunding', sent_by = actor, sent_at = business_now() WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'refunding' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.send', o, NULL, jsonb_build_object('reason', why), actor, request, NULL);
  PERFORM tell_refund(o, r);
  RETURN true;
END $$;

-- The provider paid it back (J14, done), by its own number for that: the reserved money leaves by the account by which it came,
-- and with the refund that completes the whole its fees return. Answers false in any other state. Refuses (LG403) whoever asked
-- for it or sent it; a number that paid something before violates paid_proof_once.
CREATE FUNCTION refund_confirm(wanted bigint, ref text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
BEGIN
  IF r.status IS DISTINCT FROM 'refunding' OR r.kind <> 'refund' OR ref IS NULL THEN
    RETURN false;
  END IF;
  IF NOT may_decide_refund(r, person) THEN
    RAISE EXCEPTION 'user % may not confirm refund %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  PERFORM finish_refund(r, ref, person, why, request);
  UPDATE refund_attempt SET outcome = 'paid', provider_refund_no = ref, next_at = NULL
  WHERE refund_id = wanted AND n = r.attempts AND next_at IS NOT NULL;
  RETURN true;
END $$;

-- The provider definitely did not pay it back: the reserved money goes where it came from, and what has come due meanwhile to
-- where it would be by now. Answers false in any other state; refuses (LG403) as refund_confirm does.
CREATE FUNCTION refund_fail(wanted bigint, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
BEGIN
  IF (r.status IN ('preparing', 'refunding')) IS NOT TRUE OR is_with_provider(r) THEN
    RETURN false;
  END IF;
  IF NOT may_decide_refund(r, person) THEN
    RAISE EXCEPTION 'user % may not end refund %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  PERFORM undo_refund(r, person, why, request);
  UPDATE refund_attempt SET outcome = 'failed', next_at = NULL WHERE refund_id = wanted AND n = r.attempts AND next_at IS NOT NULL;
  RETURN true;
END $$;

-- A failed refund is tried once more: its money is reserved anew, from what there is now. What two persons agreed to stands.
CREATE FUNCTION refund_retry(wanted bigint, actor bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
  journal bigint;
BEGIN
  IF r.status IS DISTINCT FROM 'failed' OR r.closed_at IS NOT NULL
     OR EXISTS (SELECT FROM balance_edit f WHERE f.order_id = r.order_id AND is_open_freeze(f)) THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not try refund % again', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET status = 'preparing', attempts = attempts + 1, failure = NULL, decided_by = NULL, sent_by = NULL, sent_at = NULL,
    completed_at = NULL WHERE id = wanted RETURNING * INTO r;
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  journal := reserve_refund(r, o, actor, request);
  UPDATE collection_order c SET refund_status = 'preparing' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.retry', o, NULL, jsonb_build_object('reason', why), actor, request, journal);
  PERFORM tell_refund(o, r);
  RETURN true;
END $$;

-- A failed refund is given up: its order is a success again, or what an earlier refund left it as.
CREATE FUNCTION refund_close(wanted bigint, actor bigint, why text, request text) RETURNS boolean
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

-- The provider took the money of an order back (J19), by evidence that two persons of the platform looked at: the merchant's own
-- money pays as far as it reaches, and the rest he owes (A130); the fees return as in J14, to what he owes first. After a
-- refund of the whole the merchant paid already: the difference is put in suspense, and people are told. Answers its row.
-- Refuses who may not (LG403) and an order that is not settled, or has a refund under way (RF001).
-- What was won (win_charge_back) may be disputed anew.
CREATE FUNCTION charge_back_collection(wanted bigint, ref text, maker bigint, agreed bigint, reason text, request text) RETURNS bigint
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
      OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
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
    IF o.rate_id IS NOT NULL THEN
      r.exchanged := exchange_back(o, 'L201', due, maker, request);
      r.exchanged := r.exchanged + exchange_back(o, 'L200', due - r.exchanged, maker, request);
    END IF;
    FOR place IN 1 .. 2 LOOP
      SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b WHERE b.account_id = own[place];
      accounts := accounts || own[place];
      amounts := amounts || -part;
      due := due - part;
    END LOOP;
    SELECT * INTO f FROM return_fees(o);
    IF o.rate_id IS NOT NULL THEN
      PERFORM exchange_back_fees(o, f.accounts, f.amounts, maker, request);
    END IF;
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
  UPDATE refund SET taken = r.taken, early_days = r.early_days, early_amounts = r.early_amounts, exchanged = r.exchanged
  WHERE id = r.id;
  journal := refund_entry(o, 'collection.chargeBack', r.seq, accounts, amounts, r.reason, maker, request);
  IF o.rate_id IS NOT NULL AND back < came THEN
    PERFORM exchange_collection(o, ARRAY[ROW('L200', o.customer_id, greatest(f.returned - repaid, 0)),
      ROW('A130', o.customer_id, repaid - due)]::exchange_share[], maker, request);
  END IF;
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

REVOKE ALL ON FUNCTION note_refund, tell_refund, refund_entry, take_waiting, reserve_refund, return_fees, lock_refund, refund_collection,
  refund_send, refund_confirm, refund_fail, refund_retry, refund_close, charge_back_collection FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON refund, refund_taken TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON refund, refund_taken FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION refund_collection, refund_send, refund_confirm, refund_fail, refund_retry, refund_close,
      charge_back_collection TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON refund, refund_taken TO suanpan_report;
  END IF;
END $$;
