-- Up Migration
-- The door to an order's plan. What comes in names legs by kind and role; the accounts are those of the order's own
-- chain and of the channel account that is planned, whatever the caller believes. Changing a plan moves no money, but
-- settling posts what stands here, so everything is checked here that settling relies on:
--   the order is locked and not settled; the channel is the merchant's and serves its currency; the split is the one of
--   the prices that stand here now; every leg has a rule; the legs sum to zero and give each party what the split says,
--   in both modes, with the system fee and the merchant's money where the settings of the chain want them.
-- `plans` is a JSON array of
--   order_id, channel_id, channel_account_id, method, real_name, route, fee_snapshot (amounts as text, see fee-snapshot.ts),
--   kinds, kinds_immediate, roles, amounts
-- Whoever computed with prices that have changed since begins again (40001).
-- A plan without channel_id takes the channel back and keeps only the route; route null leaves that as it is.
-- Answers the orders that were planned; one that is settled or, when its channel is taken back, has its payment, is not.
-- The log, which is sealed, keeps a fingerprint of every plan, in one row for all that were planned at once.

-- The legs of one plan on their accounts, as settling wants them.
CREATE TYPE planned_legs AS (
  accounts bigint[], accounts_immediate bigint[], amounts bigint[], held smallint,
  claw_back smallint[], claw_back_immediate smallint[], early smallint
);

CREATE FUNCTION owner_in_chain(o collection_order, role text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE role WHEN 'customer' THEN o.customer_id WHEN 'agent' THEN o.agent_id
    WHEN 'subAgent' THEN o.sub_agent_id WHEN 'middleman' THEN o.middleman_id END
$$;

CREATE FUNCTION place_legs(
  o collection_order, channel_account bigint, kinds text[], kinds_immediate text[], roles text[], amounts bigint[]
) RETURNS planned_legs
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  book text := CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  opened bigint[];
  legs planned_legs;
  is_ruled boolean;
BEGIN
  SELECT ledger_open_accounts(
    array_agg(l.kind ORDER BY l.n), array_agg(owner_in_chain(o, l.role) ORDER BY l.n),
    array_agg(CASE WHEN l.role = 'channelAccount' THEN channel_account END ORDER BY l.n),
    array_agg(o.currency ORDER BY l.n), array_agg(book ORDER BY l.n))
  INTO opened
  FROM unnest(kinds || kinds_immediate, roles || roles) WITH ORDINALITY AS l (kind, role, n);

  WITH leg AS (
    SELECT l.n, row_number() OVER (ORDER BY NOT k.external, l.n) AS place, l.kind, k.external, l.amount,
           opened[l.n] AS account, opened[cardinality(amounts) + l.n] AS account_immediate,
           deferred.may_go_negative AS negative, immediate.may_go_negative AS negative_immediate,
           l.role IN ('platform', 'channelAccount') OR owner_in_chain(o, l.role) IS NOT NULL AS has_owner,
           -- Deferred money waits for its day, and only a loss of the senior agent is his at once.
           CASE
             WHEN NOT k.external THEN l.kind_immediate = l.kind
             WHEN l.role = 'customer' THEN l.kind IN ('L210', 'L202') AND l.kind_immediate = 'L200'
             ELSE l.kind_immediate = 'L240' AND l.kind = CASE WHEN l.role = 'agent'
               AND sum(l.amount) FILTER (WHERE l.role = 'agent' AND k.external) OVER () < 0 THEN 'L240' ELSE 'L210' END
           END AS is_timed
    FROM unnest(kinds, kinds_immediate, roles, amounts) WITH ORDINALITY AS l (kind, kind_immediate, role, amount, n)
    JOIN account_kind k ON k.kind = l.kind
    LEFT JOIN journal_rule deferred ON deferred.event = 'collection.settle' AND deferred.kind = l.kind
      AND deferred.role = l.role AND deferred.debit = (l.amount < 0)
    LEFT JOIN journal_rule immediate ON immediate.event = 'collection.settle' AND immediate.kind = l.kind_immediate
      AND immediate.role = l.role AND immediate.debit = (l.amount < 0)
  )
  SELECT array_agg(account ORDER BY place), array_agg(account_immediate ORDER BY place), array_agg(amount ORDER BY place),
         count(*) FILTER (WHERE external), array_agg(place ORDER BY place) FILTER (WHERE negative),
         array_agg(place ORDER BY place) FILTER (WHERE negative_immediate), min(place) FILTER (WHERE kind = 'L202'),
         bool_and(negative IS NOT NULL AND negative_immediate IS NOT NULL AND has_owner AND is_timed)
           AND count(*) = cardinality(amounts) AND count(*) FILTER (WHERE kind = 'L202') <= 1
  INTO legs.accounts, legs.accounts_immediate, legs.amounts, legs.held, legs.claw_back, legs.claw_back_immediate, legs.early,
       is_ruled
  FROM leg;
  IF is_ruled IS NOT TRUE THEN
    RAISE EXCEPTION 'no rule of collection.settle allows these legs' USING ERRCODE = 'LG403';
  END IF;
  RETURN legs;
END $$;

-- One layer's price, exactly as packages/domain/fees has it: the rate's part with a half rounded up, and the fixed part.
-- Multiplied and never divided, because a quotient is cut off before it is rounded.
CREATE FUNCTION fee_of(base bigint, pct numeric, per_item bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(base * pct * 0.01)::bigint + per_item
$$;
CREATE FUNCTION fee_terms(pct numeric, per_item bigint) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('pct', trim_scale(pct)::text, 'per_item', per_item::text)
$$;

-- What the legs must give to each party, by the split: the same sums that the proof of the books asks for.
CREATE FUNCTION legs_equal_split(
  roles text[], kinds text[], amounts bigint[], pay_amount bigint, split jsonb, takes_system_fee boolean, pays_early boolean
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT sum(l.amount) = 0
    AND coalesce(sum(l.amount) FILTER (WHERE l.kind = 'A100'), 0) = -pay_amount
    AND coalesce(sum(l.amount) FILTER (WHERE l.role = 'customer'), 0) = (split ->> 'credited')::bigint
    AND bool_and(l.role <> 'customer' OR l.kind = CASE WHEN pays_early THEN 'L202' ELSE 'L210' END)
    AND coalesce(sum(l.amount) FILTER (WHERE l.kind = 'L260'), 0) = (split ->> 'endpointFee')::bigint
    AND coalesce(sum(l.amount) FILTER (WHERE l.role = 'subAgent'), 0) = (split ->> 'subAgentFee')::bigint
    AND coalesce(sum(l.amount) FILTER (WHERE l.role = 'middleman'), 0) = (split ->> 'middlemanFee')::bigint
    AND coalesce(sum(l.amount) FILTER (WHERE l.kind = 'R400'), 0) = (split ->> 'systemFee')::bigint
    -- The system fee is the senior agent's: taken now, or owed by him (A120); he is lent nothing else.
    AND coalesce(sum(l.amount) FILTER (WHERE l.kind = 'A120'), 0)
      = CASE WHEN takes_system_fee THEN 0 ELSE -(split ->> 'systemFee')::bigint END
    AND coalesce(sum(l.amount) FILTER (WHERE l.role = 'agent'), 0)
      = (split ->> 'agentResidual')::bigint - (split ->> 'systemFee')::bigint
    -- A fee below zero would credit somebody with more than was paid.
    AND least((split ->> 'merchantFee')::bigint, (split ->> 'endpointFee')::bigint, (split ->> 'subAgentFee')::bigint,
      (split ->> 'middlemanFee')::bigint, (split ->> 'systemFee')::bigint) >= 0
  FROM unnest(roles, kinds, amounts) AS l (role, kind, amount)
$$;

-- All of a plan that settling goes by: a sealed witness against whoever alters it, with its prices and the split.
CREATE FUNCTION plan_print(p collection_plan) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.order_id || ' ' || p.plan_no || ' ' || encode(substr(sha256(convert_to(ROW(p.fee_snapshot, p.leg_accounts,
    p.leg_accounts_immediate, p.leg_amounts, p.legs_held, p.claw_back, p.claw_back_immediate, p.early_leg)::text, 'UTF8')),
    1, 12), 'base64')
$$;

CREATE FUNCTION plan_collections(plans jsonb) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  plan record;
  o collection_order;
  legs planned_legs;
  split jsonb;
  takes_system_fee boolean;
  pays_early boolean;
  print text;
  prints text[] := '{}';
BEGIN
  FOR plan IN
    SELECT p.* FROM jsonb_to_recordset(plans) AS p (
      order_id bigint, channel_id bigint, channel_account_id bigint, method text, real_name text, route jsonb,
      fee_snapshot jsonb, kinds text[], kinds_immediate text[], roles text[], amounts bigint[])
    ORDER BY p.order_id
  LOOP
    SELECT * INTO o FROM collection_order c WHERE c.id = plan.order_id FOR NO KEY UPDATE;
    CONTINUE WHEN o.id IS NULL OR o.status NOT IN ('pending', 'expired');
    legs := NULL;
    IF plan.channel_id IS NULL THEN
      CONTINUE WHEN o.payment IS NOT NULL OR o.status <> 'pending';
    ELSE
      SELECT jsonb_build_object(
               'merchantFee', f.merchant::text, 'endpointFee', f.endpoint::text, 'subAgentFee', f.sub_agent::text,
               'middlemanFee', f.middleman::text, 'systemFee', f.system::text,
               'agentResidual', (f.merchant - f.endpoint - f.sub_agent - f.middleman)::text,
               'credited', (o.pay_amount - f.merchant)::text, 'terms', f.terms),
             f.system_fee_mode = 'realtime', f.payout_from_unsettled
      INTO split, takes_system_fee, pays_early
      FROM (
        SELECT fee_of(o.pay_amount, m.merchant_pct, m.merchant_per_item) AS merchant,
               fee_of(o.pay_amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint,
               CASE WHEN o.sub_agent_id IS NULL THEN 0
                 ELSE fee_of(o.pay_amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent,
               CASE WHEN o.middleman_id IS NULL THEN 0
                 ELSE fee_of(o.pay_amount, m.middleman_pct, m.middleman_per_item) END AS middleman,
               fee_of(o.pay_amount, g.system_pct, g.system_per_item) AS system,
               jsonb_strip_nulls(jsonb_build_object(
                 'merchant', fee_terms(m.merchant_pct, m.merchant_per_item),
                 'endpoint', fee_terms(c.endpoint_pct, c.endpoint_per_item),
                 'subAgent', CASE WHEN o.sub_agent_id IS NOT NULL THEN fee_terms(m.sub_agent_pct, m.sub_agent_per_item) END,
                 'middleman', CASE WHEN o.middleman_id IS NOT NULL THEN fee_terms(m.middleman_pct, m.middleman_per_item) END,
                 'system', fee_terms(g.system_pct, g.system_per_item))) AS terms,
               agent.system_fee_mode, merchant.payout_from_unsettled
        FROM channel c
        JOIN channel_account a ON a.id = c.channel_account_id
        JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id
        JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id AND m.alias = plan.method
        JOIN app_user merchant ON merchant.id = o.customer_id
        JOIN app_user agent ON agent.id = o.agent_id
        WHERE c.id = plan.channel_id AND a.id = plan.channel_account_id AND c.currency = o.currency
          AND c.direction = 'collection'
      ) f;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'channel % does not serve order %', plan.channel_id, o.id USING ERRCODE = 'LG404';
      END IF;
      IF plan.fee_snapshot IS DISTINCT FROM split THEN
        RAISE EXCEPTION 'the split of order % is not the one of its prices', o.id USING ERRCODE = 'serialization_failure';
      END IF;
      IF legs_equal_split(plan.roles, plan.kinds, plan.amounts, o.pay_amount, split, takes_system_fee, pays_early) IS NOT TRUE THEN
        RAISE EXCEPTION 'the legs of order % are not its split', o.id USING ERRCODE = 'LG403';
      END IF;
      legs := place_legs(o, plan.channel_account_id, plan.kinds, plan.kinds_immediate, plan.roles, plan.amounts);
    END IF;

    INSERT INTO collection_plan AS p (order_id, plan_no, route, fee_snapshot, merchant_fee, endpoint_fee, credited,
      leg_accounts, leg_accounts_immediate, leg_amounts, legs_held, claw_back, claw_back_immediate, early_leg)
    VALUES (o.id, coalesce(o.plan_no, 0) + 1, coalesce(plan.route, '{"candidates": []}'), plan.fee_snapshot,
      (plan.fee_snapshot ->> 'merchantFee')::bigint, (plan.fee_snapshot ->> 'endpointFee')::bigint,
      (plan.fee_snapshot ->> 'credited')::bigint, legs.accounts, legs.accounts_immediate, legs.amounts, legs.held,
      legs.claw_back, legs.claw_back_immediate, legs.early)
    ON CONFLICT (order_id) DO UPDATE SET plan_no = EXCLUDED.plan_no,
      route = CASE WHEN plan.route IS NULL THEN p.route ELSE EXCLUDED.route END, fee_snapshot = EXCLUDED.fee_snapshot,
      merchant_fee = EXCLUDED.merchant_fee, endpoint_fee = EXCLUDED.endpoint_fee, credited = EXCLUDED.credited,
      leg_accounts = EXCLUDED.leg_accounts, leg_accounts_immediate = EXCLUDED.leg_accounts_immediate,
      leg_amounts = EXCLUDED.leg_amounts, legs_held = EXCLUDED.legs_held, claw_back = EXCLUDED.claw_back,
      claw_back_immediate = EXCLUDED.claw_back_immediate, early_leg = EXCLUDED.early_leg
    RETURNING plan_print(p) INTO print;
    prints := prints || print;
    UPDATE collection_order SET plan_no = coalesce(o.plan_no, 0) + 1, channel_id = plan.channel_id,
      channel_account_id = plan.channel_account_id, method = plan.method,
      real_name = CASE WHEN plan.channel_id IS NULL THEN real_name ELSE plan.real_name END
    WHERE id = o.id;
    RETURN NEXT o.id;
  END LOOP;
  INSERT INTO audit_log (at, act, object_kind, object_id, after)
  SELECT business_now(), 'collection.plan', 'plan', split_part(prints[1], ' ', 1), jsonb_build_object('prints', prints)
  WHERE prints <> '{}';
END $$;
