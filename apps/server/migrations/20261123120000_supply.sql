-- Up Migration
-- Orders that a person settles (J3), out of money that lies unidentified (the claim of J16), that the provider confirms and
-- nobody has booked, of the senior agent's own, or of the house's goodwill; and what becomes of unidentified money that no
-- order takes: it goes back to its payer (J22), or to whoever had paid for its order meanwhile.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('collection.settle', 'L250', 'platform', true, false),
  ('collection.settle', 'L200', 'agent', true, false),
  ('collection.settle', 'E510', 'platform', true, false),
  ('receipt.sendBack', 'L250', 'platform', true, false),
  ('receipt.sendBack', 'A100', 'channelAccount', false, false),
  ('receipt.restore', 'L250', 'platform', true, false),
  ('receipt.restore', 'L200', 'agent', false, false),
  ('receipt.restore', 'E510', 'platform', false, false);

-- Minor units of a receipt that orders took, or that went back; it is closed once that is all of it.
ALTER TABLE receipt ADD COLUMN taken bigint NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND amount);

-- Orders that a person settled, once each.
CREATE TABLE supply (
  order_id bigint PRIMARY KEY REFERENCES collection_order,
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  -- Minor units: what was really paid for the order, and what its fees go by.
  amount bigint NOT NULL CHECK (amount > 0),
  source text NOT NULL CHECK (source IN ('receipt', 'provider', 'agent', 'goodwill')),
  receipt_id bigint REFERENCES receipt,
  maker_id bigint NOT NULL REFERENCES app_user,
  -- Whose person the maker was then.
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((source = 'receipt') = (receipt_id IS NOT NULL)),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE INDEX supply_person ON supply (maker_person, created_at);
CREATE INDEX supply_customer ON supply (customer_id, created_at);
CREATE INDEX supply_receipt ON supply (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE TRIGGER supply_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON supply
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Unidentified money that no order took. Each is one journal, whose reference is the row's id.
CREATE TABLE receipt_end (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receipt_id bigint NOT NULL REFERENCES receipt,
  kind text NOT NULL CHECK (kind IN ('sendBack', 'restore')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- Of the payment back at the provider.
  provider_ref text,
  maker_id bigint NOT NULL REFERENCES app_user,
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'sendBack') = (provider_ref IS NOT NULL)),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE INDEX receipt_end_receipt ON receipt_end (receipt_id);
CREATE TRIGGER receipt_end_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_end
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Receipts that somebody has to himself for a few minutes.
CREATE TABLE receipt_lock (
  order_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  until timestamptz NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX receipt_lock_user ON receipt_lock (user_id);

ALTER TABLE paid_proof DROP CONSTRAINT paid_proof_kind_check,
  ADD CONSTRAINT paid_proof_kind_check CHECK (kind IN ('payout', 'withdrawal', 'refund', 'charge_back', 'receipt'));

-- How an order would be supplied: its channel, its prices and the legs. By the prices that it was made with; where its money
-- came in by another account than it goes by, by those of the merchant's channel there. Null where there is no such channel.
CREATE TYPE supply_plan AS (
  channel_id bigint, channel_account_id bigint, method text, fee_snapshot jsonb,
  kinds text[], kinds_immediate text[], roles text[], amounts bigint[]
);

CREATE FUNCTION plan_supply(o collection_order, source text, receipt bigint, amount bigint) RETURNS supply_plan
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  plan supply_plan;
  terms jsonb;
  came_by bigint := CASE source WHEN 'receipt' THEN (SELECT r.channel_account_id FROM receipt r WHERE r.id = plan_supply.receipt)
    ELSE o.channel_account_id END;
  merchant bigint;
  endpoint bigint;
  sub_agent bigint;
  middleman bigint;
  system bigint;
  residual bigint;
  takes_system_fee boolean;
  pays_early boolean;
  bucket text;
BEGIN
  SELECT o.channel_id, o.channel_account_id, o.method, p.fee_snapshot -> 'terms'
  INTO plan.channel_id, plan.channel_account_id, plan.method, terms
  FROM collection_plan p
  WHERE p.order_id = o.id AND p.fee_snapshot IS NOT NULL AND o.channel_account_id = came_by;
  IF terms IS NULL THEN
    SELECT c.id, c.channel_account_id, m.alias, jsonb_strip_nulls(jsonb_build_object(
      'merchant', fee_terms(m.merchant_pct, m.merchant_per_item),
      'endpoint', fee_terms(c.endpoint_pct, c.endpoint_per_item),
      'subAgent', CASE WHEN o.sub_agent_id IS NOT NULL THEN fee_terms(m.sub_agent_pct, m.sub_agent_per_item) END,
      'middleman', CASE WHEN o.middleman_id IS NOT NULL THEN fee_terms(m.middleman_pct, m.middleman_per_item) END,
      'system', fee_terms(g.system_pct, g.system_per_item)))
    INTO plan.channel_id, plan.channel_account_id, plan.method, terms
    FROM channel c
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id
    JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id
    WHERE c.channel_account_id = came_by AND c.currency = o.currency AND c.direction = 'collection'
    ORDER BY m.alias IS DISTINCT FROM o.method, c.id, m.alias LIMIT 1;
  END IF;
  IF terms IS NULL THEN
    RETURN NULL;
  END IF;
  -- Without money at the provider there is no cost of it.
  IF source IN ('agent', 'goodwill') THEN
    terms := terms || '{"endpoint": {"pct": "0", "per_item": "0"}}';
  END IF;
  SELECT a.system_fee_mode = 'realtime', c.payout_from_unsettled AND o.rate_id IS NULL INTO STRICT takes_system_fee, pays_early
  FROM app_user a, app_user c WHERE a.id = o.agent_id AND c.id = o.customer_id;
  merchant := fee_of(amount, (terms #>> '{merchant,pct}')::numeric, (terms #>> '{merchant,per_item}')::bigint);
  endpoint := fee_of(amount, (terms #>> '{endpoint,pct}')::numeric, (terms #>> '{endpoint,per_item}')::bigint);
  sub_agent := coalesce(fee_of(amount, (terms #>> '{subAgent,pct}')::numeric, (terms #>> '{subAgent,per_item}')::bigint), 0);
  middleman := coalesce(fee_of(amount, (terms #>> '{middleman,pct}')::numeric, (terms #>> '{middleman,per_item}')::bigint), 0);
  system := fee_of(amount, (terms #>> '{system,pct}')::numeric, (terms #>> '{system,per_item}')::bigint);
  residual := merchant - endpoint - sub_agent - middleman;
  plan.fee_snapshot := jsonb_build_object(
    'merchantFee', merchant::text, 'endpointFee', endpoint::text, 'subAgentFee', sub_agent::text,
    'middlemanFee', middleman::text, 'systemFee', system::text, 'agentResidual', residual::text,
    'credited', (amount - merchant)::text, 'terms', terms);
  bucket := CASE WHEN residual - CASE WHEN takes_system_fee THEN system ELSE 0 END < 0 THEN 'L240' ELSE 'L210' END;
  SELECT array_agg(l.kind ORDER BY l.n), array_agg(l.kind_immediate ORDER BY l.n), array_agg(l.role ORDER BY l.n),
         array_agg(l.moved ORDER BY l.n)
  INTO plan.kinds, plan.kinds_immediate, plan.roles, plan.amounts
  FROM (
    SELECT 1, s.kind, s.kind, s.role, -amount
    FROM (VALUES ('receipt', 'L250', 'platform'), ('provider', 'A100', 'channelAccount'), ('agent', 'L200', 'agent'),
      ('goodwill', 'E510', 'platform')) AS s (source, kind, role) WHERE s.source = plan_supply.source
    UNION ALL VALUES
      (2, CASE WHEN pays_early THEN 'L202' ELSE 'L210' END, 'L200', 'customer', amount - merchant),
      (3, 'L260', 'L260', 'channelAccount', endpoint),
      (4, 'L210', 'L240', 'subAgent', sub_agent),
      (5, 'L210', 'L240', 'middleman', middleman),
      (6, bucket, 'L240', 'agent', residual),
      (7, 'A120', 'A120', 'agent', -system),
      (8, 'R400', 'R400', 'platform', system),
      (9, bucket, 'L240', 'agent', CASE WHEN takes_system_fee THEN -system ELSE 0 END),
      (10, 'A120', 'A120', 'agent', CASE WHEN takes_system_fee THEN system ELSE 0 END)
  ) AS l (n, kind, kind_immediate, role, moved)
  WHERE l.moved <> 0;
  RETURN plan;
END $$;

-- Whether a supply takes a second person, as refunds do (refund_needs_approval).
-- What one person, or anybody for one merchant, settles within a day is looked at one act after the other.
CREATE FUNCTION supply_needs_approval(o collection_order, amount bigint, act text, person bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum of ' || person, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum for ' || o.customer_id, 0));
  RETURN amount + (
      SELECT greatest(coalesce(sum(s.amount) FILTER (WHERE s.maker_person = person), 0),
                      coalesce(sum(s.amount) FILTER (WHERE s.customer_id = o.customer_id), 0))
      FROM supply s
      WHERE (s.maker_person = person OR s.customer_id = o.customer_id) AND s.currency = o.currency
        AND s.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = o.currency AND (p.agent_id IS NULL OR p.agent_id = o.agent_id)
         AND (p.act IS NULL OR p.act = supply_needs_approval.act)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE o.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $$;

-- Whether the payment that came belongs to this senior agent, is real money, and is not used up.
CREATE FUNCTION receipt_is_open(r receipt, agent bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT r.closed_at IS NULL AND r.amount > r.taken
    AND EXISTS (SELECT FROM channel_account a WHERE a.id = r.channel_account_id AND a.agent_id = agent)
    AND NOT EXISTS (SELECT FROM collection_order o WHERE o.id = r.order_id AND o.is_test)
$$;

-- The door: an order that is not paid, or whose payment lies aside, is settled with what was really paid, once. The split and
-- the legs are found here; `credited` is what the maker was shown that its merchant gets. `ref` is the payment that the
-- provider confirmed. `agreed` is the approval of exactly this.
-- Refuses who may not (LG403), an order or receipt that is not there (LG404), another state (SP001), a receipt that is used up
-- or not large enough (SP002), another split than was shown (SP003), no channel or a fee above the sum (SP004), and money that
-- is not there (LG402). A payment that was booked before violates confirmation_once. Answers the journal.
CREATE FUNCTION supply_collection(
  wanted bigint, source text, receipt bigint, amount bigint, ref text, credited bigint, act text, maker bigint, agreed bigint,
  reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  was text;
  r receipt;
  plan supply_plan;
  p collection_plan;
  person bigint;
  checker bigint;
  house bigint;
  release_at timestamptz;
  spare bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT a.person_id INTO person FROM app_user a WHERE a.id = maker;
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum ' || act || ' ' || person, 0));
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  was := o.status;
  -- The house's money is the platform's to give, and a senior agent's own is his.
  house := CASE source WHEN 'goodwill' THEN NULL ELSE o.agent_id END;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = supply_collection.act AND a.maker_id = maker
      AND a.reason = supply_collection.reason AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'amount' = supply_collection.amount::text AND a.payload ->> 'source' = supply_collection.source
      AND (a.payload ->> 'receipt_id') IS NOT DISTINCT FROM receipt::text
      AND (a.payload ->> 'provider_ref') IS NOT DISTINCT FROM ref);
  IF act NOT IN ('collections.supply', 'receipts.match') OR persons_behind(maker) && persons_behind(o.customer_id)
     OR NOT (CASE source WHEN 'agent' THEN works_for(maker, o.agent_id) ELSE stands_over(maker, house) END)
     OR (agreed IS NOT NULL AND stands_over(checker, house) IS NOT TRUE)
     OR (agreed IS NULL AND supply_needs_approval(o, supply_collection.amount, act, person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this supply' USING ERRCODE = 'LG403';
  END IF;
  IF o.status NOT IN ('pending', 'expired', 'amount_mismatch', 'abnormal') OR o.is_test OR o.fee IS NOT NULL THEN
    RAISE EXCEPTION 'order % cannot be supplied', wanted USING ERRCODE = 'SP001';
  END IF;
  IF source = 'receipt' THEN
    SELECT * INTO r FROM receipt c WHERE c.id = supply_collection.receipt FOR NO KEY UPDATE;
    IF r.id IS NULL OR r.currency <> o.currency OR NOT receipt_is_open(r, o.agent_id) THEN
      RAISE EXCEPTION 'receipt % is not there for order %', receipt, wanted USING ERRCODE = 'LG404';
    ELSIF amount > r.amount - r.taken THEN
      RAISE EXCEPTION 'receipt % is smaller', receipt USING ERRCODE = 'SP002';
    END IF;
  ELSIF source = 'provider' THEN
    IF ref IS NULL OR NOT EXISTS (SELECT FROM collection_attempt t
                                  WHERE t.order_id = o.id AND t.channel_account_id = o.channel_account_id) THEN
      RAISE EXCEPTION 'order % was never sent there', wanted USING ERRCODE = 'LG404';
    END IF;
    INSERT INTO provider_confirmation (channel_account_id, provider_ref, order_id, amount, confirmed_at)
    VALUES (o.channel_account_id, ref, o.id, supply_collection.amount, at);
  END IF;
  plan := plan_supply(o, source, receipt, amount);
  IF plan.channel_id IS NULL OR (plan.fee_snapshot ->> 'credited')::bigint < 0 THEN
    RAISE EXCEPTION 'order % has no price that could be charged', wanted USING ERRCODE = 'SP004';
  ELSIF (plan.fee_snapshot ->> 'credited')::bigint IS DISTINCT FROM credited THEN
    RAISE EXCEPTION 'order % is credited otherwise', wanted USING ERRCODE = 'SP003';
  END IF;
  SELECT c.release_at INTO release_at FROM app_user u JOIN settle_calendar c ON c.rule = u.settle_rule
  WHERE u.id = o.customer_id AND c.day = business_day(at);
  IF release_at IS NULL THEN
    RAISE EXCEPTION 'there is no settle calendar of %', business_day(at) USING ERRCODE = 'SC001';
  END IF;

  -- The plan is rewritten first, as settling wants it: legs on accounts with a running balance stand first.
  p.order_id := o.id;
  p.plan_no := coalesce(o.plan_no, 0) + 1;
  p.route := coalesce((SELECT c.route FROM collection_plan c WHERE c.order_id = o.id), '{"candidates": []}');
  p.fee_snapshot := plan.fee_snapshot;
  p.merchant_fee := (plan.fee_snapshot ->> 'merchantFee')::bigint;
  p.endpoint_fee := (plan.fee_snapshot ->> 'endpointFee')::bigint;
  p.credited := credited;
  SELECT array_agg(l.kind ORDER BY l.place), array_agg(l.kind_immediate ORDER BY l.place), array_agg(l.role ORDER BY l.place),
         array_agg(l.amount ORDER BY l.place), (count(*) FILTER (WHERE l.external))::smallint,
         array_agg(l.place::smallint ORDER BY l.place) FILTER (WHERE l.negative),
         array_agg(l.place::smallint ORDER BY l.place) FILTER (WHERE l.negative_immediate),
         (min(l.place) FILTER (WHERE l.kind = 'L202'))::smallint
  INTO plan.kinds, plan.kinds_immediate, plan.roles, p.leg_amounts, p.legs_held, p.claw_back, p.claw_back_immediate, p.early_leg
  FROM (
    SELECT l.*, k.external, deferred.may_go_negative AS negative, immediate.may_go_negative AS negative_immediate,
           row_number() OVER (ORDER BY NOT k.external, l.n) AS place
    FROM unnest(plan.kinds, plan.kinds_immediate, plan.roles, plan.amounts)
      WITH ORDINALITY AS l (kind, kind_immediate, role, amount, n)
    JOIN account_kind k ON k.kind = l.kind
    LEFT JOIN journal_rule deferred ON deferred.event = 'collection.settle' AND deferred.kind = l.kind
      AND deferred.role = l.role AND deferred.debit = (l.amount < 0)
    LEFT JOIN journal_rule immediate ON immediate.event = 'collection.settle' AND immediate.kind = l.kind_immediate
      AND immediate.role = l.role AND immediate.debit = (l.amount < 0)
  ) l;
  p.leg_accounts := supply_accounts(o, plan.channel_account_id, plan.kinds, plan.roles);
  p.leg_accounts_immediate := supply_accounts(o, plan.channel_account_id, plan.kinds_immediate, plan.roles);
  IF source = 'agent' THEN
    -- He keeps as much of his balance as his fee income stands below zero.
    entry.account_ids := ledger_open_accounts(ARRAY['L200', 'L240'], ARRAY[o.agent_id, o.agent_id], ARRAY[NULL, NULL]::bigint[],
      ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
    PERFORM FROM balance b WHERE b.account_id = ANY (entry.account_ids || p.leg_accounts || p.leg_accounts_immediate)
    ORDER BY b.account_id FOR NO KEY UPDATE;
    SELECT b.balance + least(f.balance, 0) INTO spare FROM balance b, balance f
    WHERE b.account_id = entry.account_ids[1] AND f.account_id = entry.account_ids[2];
    IF amount > spare THEN
      RAISE EXCEPTION 'so much is not there to supply with' USING ERRCODE = 'LG402';
    END IF;
  END IF;
  INSERT INTO collection_plan AS c SELECT p.*
  ON CONFLICT (order_id) DO UPDATE SET plan_no = EXCLUDED.plan_no, fee_snapshot = EXCLUDED.fee_snapshot,
    merchant_fee = EXCLUDED.merchant_fee, endpoint_fee = EXCLUDED.endpoint_fee, credited = EXCLUDED.credited,
    leg_accounts = EXCLUDED.leg_accounts, leg_accounts_immediate = EXCLUDED.leg_accounts_immediate,
    leg_amounts = EXCLUDED.leg_amounts, legs_held = EXCLUDED.legs_held, claw_back = EXCLUDED.claw_back,
    claw_back_immediate = EXCLUDED.claw_back_immediate, early_leg = EXCLUDED.early_leg;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (at, maker, maker, 'collection.plan', 'plan', o.id::text, jsonb_build_object('prints', ARRAY[plan_print(p)]), request);

  INSERT INTO supply (order_id, customer_id, currency, amount, source, receipt_id, maker_id, maker_person, checker_id,
    approval_id, reason, created_at)
  VALUES (o.id, o.customer_id, o.currency, supply_collection.amount, source, receipt, maker, person, checker, agreed, reason, at);
  UPDATE receipt c SET taken = c.taken + supply_collection.amount,
    closed_at = CASE WHEN c.taken + supply_collection.amount = c.amount THEN at END
  WHERE c.id = r.id;
  -- Whoever had it to himself may have another.
  DELETE FROM receipt_lock k USING receipt c WHERE c.id = r.id AND k.order_id = c.id AND c.closed_at IS NOT NULL;
  UPDATE collection_order c
  SET plan_no = p.plan_no, channel_id = plan.channel_id, channel_account_id = plan.channel_account_id, method = plan.method,
      actual_amount = supply_collection.amount, accounted_amount = p.credited, fee = p.merchant_fee, completed_at = at,
      provider_order_no = CASE supply_collection.source WHEN 'receipt' THEN r.provider_ref WHEN 'provider' THEN ref END,
      settle_at = nullif(greatest(release_at, at), 'infinity'), status = 'success'
  WHERE c.id = o.id RETURNING c.* INTO o;

  entry.event := 'collection.settle';
  entry.ref_id := o.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := o.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := maker;
  entry.note := reason;
  entry.request_id := request;
  entry.amounts := p.leg_amounts;
  entry.account_ids := CASE WHEN o.settle_at <= at THEN p.leg_accounts_immediate ELSE p.leg_accounts END;
  journal := (SELECT posted.journal_id FROM ledger_post(ARRAY[entry]) posted);
  IF (o.settle_at <= at) IS NOT TRUE THEN
    INSERT INTO settlement_due (settle_at, order_id) VALUES (coalesce(o.settle_at, 'infinity'), o.id);
    INSERT INTO early_settlement AS e (account_id, settle_at, amount)
    SELECT p.leg_accounts[p.early_leg], coalesce(o.settle_at, 'infinity'), p.leg_amounts[p.early_leg] WHERE p.early_leg IS NOT NULL
    ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount;
  END IF;
  IF o.settle_at <= at AND o.rate_id IS NOT NULL THEN
    PERFORM exchange_orders(ARRAY[o.id], ARRAY[journal]);
  END IF;
  INSERT INTO collection_delta (kind, order_ids) VALUES ('settled', ARRAY[o.id]);
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  VALUES (at, maker, maker, 'collection.settle', 'collection', o.id::text, was, o.status, journal,
    jsonb_build_object('provider_order_no', o.provider_order_no, 'source', source, 'amount_minor', o.actual_amount::text,
      'currency', o.currency, 'reason', reason), request);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('collection.succeeded', 'collection:' || o.id, collection_news(o), at);
  RETURN journal;
END $$;

-- The accounts of these legs, of the order's own chain and of the channel account by which it goes.
CREATE FUNCTION supply_accounts(o collection_order, channel_account bigint, kinds text[], roles text[]) RETURNS bigint[]
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT ledger_open_accounts(array_agg(l.kind ORDER BY l.n),
    array_agg(CASE l.role WHEN 'customer' THEN o.customer_id WHEN 'agent' THEN o.agent_id WHEN 'subAgent' THEN o.sub_agent_id
      WHEN 'middleman' THEN o.middleman_id END ORDER BY l.n),
    array_agg(CASE WHEN l.role = 'channelAccount' THEN channel_account END ORDER BY l.n),
    array_agg(o.currency ORDER BY l.n), array_agg('main'::text ORDER BY l.n))
  FROM unnest(kinds, roles) WITH ORDINALITY AS l (kind, role, n)
$$;

-- What goes of a receipt to whoever paid for its order while it had not come: of a senior agent's or the house's money. None
-- where its order was not supplied so, or what was supplied is made good.
CREATE FUNCTION restorable_of(r receipt) RETURNS TABLE (source text, agent_id bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT s.source, o.agent_id, least(r.amount - r.taken, s.amount - coalesce((
    SELECT sum(e.amount) FROM receipt_end e JOIN receipt x ON x.id = e.receipt_id
    WHERE e.kind = 'restore' AND x.order_id = s.order_id), 0)::bigint)
  FROM supply s JOIN collection_order o ON o.id = s.order_id
  WHERE s.order_id = r.order_id AND s.source IN ('agent', 'goodwill') AND r.currency = s.currency
$$;

-- The door of unidentified money that no order takes: all that is left of it goes back to its payer at the provider, by two
-- persons (J22), or what somebody else had paid for its order goes back to him. Answers the journal. Refuses who may not
-- (LG403), a receipt that is not there or used up (LG404), and one whose order nobody paid for (SP001).
-- It is as much as was agreed to, by what is left under the receipt's own lock: an order may have taken a part since.
CREATE FUNCTION end_receipt(
  wanted bigint, kind text, ref text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  r receipt;
  o collection_order;
  e receipt_end;
  tree bigint;
  back record;
  entry journal_entry;
  journal bigint;
BEGIN
  PERFORM FROM collection_order c WHERE c.id = (SELECT x.order_id FROM receipt x WHERE x.id = wanted) FOR NO KEY UPDATE;
  SELECT * INTO r FROM receipt c WHERE c.id = wanted FOR NO KEY UPDATE;
  SELECT a.agent_id INTO tree FROM channel_account a WHERE a.id = r.channel_account_id;
  IF r.id IS NULL OR NOT receipt_is_open(r, tree) THEN
    RAISE EXCEPTION 'receipt % is not there', wanted USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = r.order_id;
  SELECT * INTO back FROM restorable_of(r);
  e.amount := CASE kind WHEN 'restore' THEN back.amount ELSE r.amount - r.taken END;
  e.checker_id := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.maker_id = maker AND a.reason = end_receipt.reason
      AND a.act = 'receipts.' || end_receipt.kind AND a.payload ->> 'receipt_id' = wanted::text
      AND a.payload ->> 'amount' = e.amount::text AND (a.payload ->> 'provider_ref') IS NOT DISTINCT FROM ref);
  IF kind NOT IN ('sendBack', 'restore') OR NOT stands_over(maker, tree)
     OR (agreed IS NOT NULL AND stands_over(e.checker_id, tree) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this' USING ERRCODE = 'LG403';
  END IF;
  IF (e.amount > 0) IS NOT TRUE THEN
    RAISE EXCEPTION 'nobody paid for the order of receipt %', wanted USING ERRCODE = 'SP001';
  END IF;
  INSERT INTO receipt_end (receipt_id, kind, amount, provider_ref, maker_id, maker_person, checker_id, approval_id, reason, created_at)
  SELECT r.id, end_receipt.kind, e.amount, ref, maker, a.person_id, e.checker_id, agreed, end_receipt.reason, at
  FROM app_user a WHERE a.id = maker
  RETURNING id INTO e.id;
  IF kind = 'sendBack' THEN
    INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
    VALUES (r.channel_account_id, ref, 'receipt', e.id, e.amount, at);
  END IF;
  UPDATE receipt c SET taken = c.taken + e.amount, closed_at = CASE WHEN c.taken + e.amount = c.amount THEN at END WHERE c.id = r.id;
  DELETE FROM receipt_lock k USING receipt c WHERE c.id = r.id AND k.order_id = c.id AND c.closed_at IS NOT NULL;
  entry.event := 'receipt.' || kind;
  entry.ref_id := e.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := r.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := coalesce(o.agent_id, tree);
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := maker;
  entry.note := reason;
  entry.request_id := request;
  entry.amounts := ARRAY[-e.amount, e.amount];
  entry.account_ids := ledger_open_accounts(
    ARRAY['L250', CASE WHEN kind = 'sendBack' THEN 'A100' WHEN back.source = 'agent' THEN 'L200' ELSE 'E510' END],
    ARRAY[NULL, CASE WHEN kind = 'restore' AND back.source = 'agent' THEN back.agent_id END],
    ARRAY[NULL, CASE WHEN kind = 'sendBack' THEN r.channel_account_id END],
    ARRAY[r.currency, r.currency], ARRAY['main', 'main']);
  journal := (SELECT posted.journal_id FROM ledger_post(ARRAY[entry]) posted);
  IF kind = 'restore' AND back.source = 'agent' THEN
    INSERT INTO outbox (kind, subject, payload, created_at)
    VALUES ('funds.moved', 'user:' || back.agent_id, json_build_object('owner_ids', ARRAY[back.agent_id::text]), at);
  END IF;
  RETURN journal;
END $$;

REVOKE ALL ON FUNCTION supply_collection, supply_accounts, end_receipt FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON supply, receipt_end TO suanpan_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON receipt_lock TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON supply, receipt_end FROM suanpan_app;
    REVOKE UPDATE ON receipt FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION supply_collection, end_receipt TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON supply, receipt_end, receipt_lock TO suanpan_report;
  END IF;
END $$;
