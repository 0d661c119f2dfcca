-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- The door: an order that is not paid, or whose payment lies aside, is settled with what was really paid, once. The split and
-- the legs are found here; `credited` is what the maker was shown that its merchant gets. `ref` is the payment that the
-- provider confirmed. `agreed` is the approval of exactly this.
-- Refuses who may not (LG403), an order or receipt that is not there (LG404), another state (SP001), a receipt that is used up
-- or not large enough (SP002), another split than was shown (SP003), no channel or a fee above the sum (SP004), and money that
-- is not there (LG402). A payment that was booked before violates confirmation_once. Answers the journal.

CREATE FUNCTION supply_collection(wanted bigint, source text, receipt bigint, amount bigint, ref text, credited bigint, act text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
