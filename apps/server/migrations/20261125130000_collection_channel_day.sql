-- Up Migration
-- Collections by day, merchant and channel: what the data screens are made of. Two days count an order. That of its creation
-- counts it, with how it ended; that of its posting counts the money. An order that goes another way, or ends, is taken from
-- where it counted and counted where it is: the acts that move it note so in their own commit.

LOCK TABLE collection_delta IN ACCESS EXCLUSIVE MODE;
-- What is noted so far is folded, so that the orders can be counted whole below.
DO $$
BEGIN
  WHILE fold_collections(100000) > 0 LOOP
  END LOOP;
END $$;

-- As the success rate has it (packages/domain/src/reports/success-rate.ts).
CREATE FUNCTION collection_has_failed(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('expired', 'amount_mismatch', 'abnormal')
$$;

-- Zero stands for no general agent, and for orders that no channel takes.
CREATE TABLE collection_channel_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  -- By the day of creation. Amounts in minor units.
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  failed_count bigint NOT NULL,
  -- By the business day of the posting.
  paid_count bigint NOT NULL,
  paid_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  sub_agent_fee numeric NOT NULL,
  middleman_fee numeric NOT NULL,
  system_fee numeric NOT NULL,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency)
) WITH (fillfactor = 50);
CREATE INDEX collection_channel_day_customer ON collection_channel_day (customer_id, day);
CREATE INDEX collection_channel_day_agent ON collection_channel_day (agent_id, day);

-- Orders that count elsewhere from now on: where they did, and where they do.
ALTER TABLE collection_delta
  DROP CONSTRAINT collection_delta_kind_check,
  ADD CONSTRAINT collection_delta_kind_check CHECK (kind IN ('created', 'settled', 'moved')),
  ADD COLUMN was_channels bigint[],
  ADD COLUMN was_accounts bigint[],
  ADD COLUMN was_failed boolean[],
  ADD COLUMN now_channels bigint[],
  ADD COLUMN now_accounts bigint[],
  ADD COLUMN now_failed boolean[];

-- What a settled order counts with: a success on the day of its creation, its money on that of its posting.
CREATE FUNCTION settled_by_channel(o collection_order, p collection_plan) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint,
  failed_count bigint, paid_count bigint, paid_amount bigint, actual_amount bigint, accounted_amount bigint,
  fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 1, o.order_amount, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  UNION ALL
  SELECT business_day(o.completed_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 0, 0, 0, 1, o.order_amount, o.actual_amount, o.accounted_amount,
         o.fee, p.endpoint_fee, (p.fee_snapshot ->> 'subAgentFee')::bigint, (p.fee_snapshot ->> 'middlemanFee')::bigint,
         (p.fee_snapshot ->> 'systemFee')::bigint
$$;

-- The orders of these notes with what each adds where, or takes.
CREATE FUNCTION counted_by_channel(deltas collection_delta[]) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint,
  failed_count bigint, paid_count bigint, paid_amount bigint, actual_amount bigint, accounted_amount bigint,
  fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(n.channel_id, 0),
         coalesce(n.account_id, 0), o.currency, n.counts, n.counts * o.order_amount, 0, 0, n.failed, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM unnest(deltas) AS d
  CROSS JOIN LATERAL (
    SELECT c.id, NULL::bigint AS channel_id, NULL::bigint AS account_id, 1 AS counts, 0 AS failed
    FROM unnest(d.order_ids) AS c (id) WHERE d.kind = 'created'
    UNION ALL
    SELECT w.id, w.channel_id, w.account_id, -1, -w.failed::int
    FROM unnest(d.order_ids, d.was_channels, d.was_accounts, d.was_failed) AS w (id, channel_id, account_id, failed)
    WHERE d.kind = 'moved'
    UNION ALL
    SELECT w.id, w.channel_id, w.account_id, 1, w.failed::int
    FROM unnest(d.order_ids, d.now_channels, d.now_accounts, d.now_failed) AS w (id, channel_id, account_id, failed)
    WHERE d.kind = 'moved'
  ) n
  JOIN collection_order o ON o.id = n.id
  WHERE NOT o.is_test
  UNION ALL
  SELECT s.* FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id)
  JOIN collection_order o ON o.id = n.id
  JOIN collection_plan p ON p.order_id = o.id
  CROSS JOIN LATERAL settled_by_channel(o, p) s
  WHERE d.kind = 'settled' AND NOT o.is_test
$$;

CREATE VIEW collection_channel_day_now AS
  SELECT day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency,
         sum(created_count)::bigint AS created_count, sum(created_amount) AS created_amount,
         sum(success_count)::bigint AS success_count, sum(success_amount) AS success_amount,
         sum(failed_count)::bigint AS failed_count, sum(paid_count)::bigint AS paid_count,
         sum(paid_amount) AS paid_amount, sum(actual_amount) AS actual_amount,
         sum(accounted_amount) AS accounted_amount, sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee,
         sum(sub_agent_fee) AS sub_agent_fee, sum(middleman_fee) AS middleman_fee, sum(system_fee) AS system_fee
  FROM (
    SELECT * FROM collection_channel_day
    UNION ALL
    SELECT * FROM counted_by_channel(ARRAY(SELECT d FROM collection_delta d))
  ) both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency;

CREATE OR REPLACE FUNCTION fold_collections(most int) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  taken collection_delta[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('collections.fold', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM collection_delta d
    WHERE d.id IN (SELECT c.id FROM collection_delta c ORDER BY c.id LIMIT most) RETURNING d
  )
  SELECT array_agg(g.d) INTO taken FROM gone g;
  IF taken IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO collection_channel_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency,
         sum(c.created_count), sum(c.created_amount), sum(c.success_count), sum(c.success_amount),
         sum(c.failed_count), sum(c.paid_count), sum(c.paid_amount), sum(c.actual_amount), sum(c.accounted_amount),
         sum(c.fee), sum(c.endpoint_fee), sum(c.sub_agent_fee), sum(c.middleman_fee), sum(c.system_fee)
  FROM counted_by_channel(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency) DO UPDATE
    SET created_count = t.created_count + EXCLUDED.created_count,
        created_amount = t.created_amount + EXCLUDED.created_amount,
        success_count = t.success_count + EXCLUDED.success_count,
        success_amount = t.success_amount + EXCLUDED.success_amount,
        failed_count = t.failed_count + EXCLUDED.failed_count, paid_count = t.paid_count + EXCLUDED.paid_count,
        paid_amount = t.paid_amount + EXCLUDED.paid_amount, actual_amount = t.actual_amount + EXCLUDED.actual_amount,
        accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount, fee = t.fee + EXCLUDED.fee,
        endpoint_fee = t.endpoint_fee + EXCLUDED.endpoint_fee,
        sub_agent_fee = t.sub_agent_fee + EXCLUDED.sub_agent_fee,
        middleman_fee = t.middleman_fee + EXCLUDED.middleman_fee, system_fee = t.system_fee + EXCLUDED.system_fee;
  WITH counted AS MATERIALIZED (
    SELECT * FROM counted_orders(taken)
  ), by_hour AS (
    INSERT INTO collection_hour AS h (hour, agent_id, channel_id, currency, success_count, success_amount, actual_amount,
      accounted_amount, fee, endpoint_fee)
    SELECT date_trunc('hour', c.created_at), c.agent_id, c.channel_id, c.currency, sum(c.success_count),
           sum(c.success_amount), sum(c.actual_amount), sum(c.accounted_amount), sum(c.fee), sum(c.endpoint_fee)
    FROM counted c WHERE c.success_count > 0
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (hour, agent_id, channel_id, currency) DO UPDATE
      SET success_count = h.success_count + EXCLUDED.success_count,
          success_amount = h.success_amount + EXCLUDED.success_amount,
          actual_amount = h.actual_amount + EXCLUDED.actual_amount,
          accounted_amount = h.accounted_amount + EXCLUDED.accounted_amount,
          fee = h.fee + EXCLUDED.fee, endpoint_fee = h.endpoint_fee + EXCLUDED.endpoint_fee
  )
  INSERT INTO collection_day AS d (day, customer_id, agent_id, sub_agent_id, currency, created_count, created_amount,
    success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee)
  SELECT business_day(c.created_at), c.customer_id, c.agent_id, c.sub_agent_id, c.currency, sum(c.created_count),
         sum(c.created_amount), sum(c.success_count), sum(c.success_amount), sum(c.actual_amount),
         sum(c.accounted_amount), sum(c.fee), sum(c.endpoint_fee)
  FROM counted c
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency) DO UPDATE
    SET created_count = d.created_count + EXCLUDED.created_count,
        created_amount = d.created_amount + EXCLUDED.created_amount,
        success_count = d.success_count + EXCLUDED.success_count,
        success_amount = d.success_amount + EXCLUDED.success_amount,
        actual_amount = d.actual_amount + EXCLUDED.actual_amount,
        accounted_amount = d.accounted_amount + EXCLUDED.accounted_amount,
        fee = d.fee + EXCLUDED.fee, endpoint_fee = d.endpoint_fee + EXCLUDED.endpoint_fee;
  RETURN cardinality(taken);
END $$;

-- An order that ends, or is settled after it ended or by another channel, is moved. Most only go from pending to success, and
-- settling notes them; the condition is short because PostgreSQL reads it from its text for every statement.
CREATE FUNCTION note_collection_move() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  had_failed boolean := collection_has_failed(OLD.status);
  has_failed boolean := collection_has_failed(NEW.status);
BEGIN
  IF NOT NEW.is_test AND (had_failed <> has_failed
    OR (OLD.channel_id, OLD.channel_account_id) IS DISTINCT FROM (NEW.channel_id, NEW.channel_account_id)) THEN
    INSERT INTO collection_delta (kind, order_ids, was_channels, was_accounts, was_failed, now_channels, now_accounts, now_failed)
    VALUES ('moved', ARRAY[NEW.id], ARRAY[OLD.channel_id], ARRAY[OLD.channel_account_id], ARRAY[had_failed],
      ARRAY[NEW.channel_id], ARRAY[NEW.channel_account_id], ARRAY[has_failed]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_move AFTER UPDATE OF status ON collection_order
  FOR EACH ROW WHEN (OLD.status <> 'pending' OR NEW.status <> 'success' OR OLD.channel_id IS DISTINCT FROM NEW.channel_id)
  EXECUTE FUNCTION note_collection_move();

-- As it stands in the migration of the plan, but for the note.
CREATE OR REPLACE FUNCTION plan_collections(plans jsonb) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  examined examined_plan[];
  lacking bigint[];
  faulty examined_plan;
  ids bigint[] := ARRAY(SELECT (p ->> 'order_id')::bigint FROM jsonb_array_elements(plans) AS p);
BEGIN
  PERFORM FROM collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR NO KEY UPDATE;

  -- Twice at most: nearly always every account is open.
  FOR attempt IN 1 .. 2 LOOP
    SELECT array_agg(e ORDER BY e.order_id) INTO examined FROM examine_plans(plans) e;
    SELECT array_agg(e.order_id) INTO lacking FROM unnest(examined) e WHERE e.lacks_account AND e.fault IS NULL;
    EXIT WHEN lacking IS NULL;
    PERFORM open_plan_accounts(plans, lacking);
  END LOOP;

  SELECT * INTO faulty FROM unnest(examined) e WHERE e.fault IS NOT NULL LIMIT 1;
  CASE faulty.fault
    WHEN 'LG404' THEN
      RAISE EXCEPTION 'channel % does not serve order %', faulty.channel_id, faulty.order_id USING ERRCODE = 'LG404';
    WHEN '40001' THEN
      RAISE EXCEPTION 'the split of order % is not the one of its prices', faulty.order_id USING ERRCODE = 'serialization_failure';
    WHEN 'LG403' THEN
      RAISE EXCEPTION 'the legs of order % are not its split, or no rule allows them', faulty.order_id USING ERRCODE = 'LG403';
    ELSE NULL;
  END CASE;

  RETURN QUERY
  WITH kept AS (
    INSERT INTO collection_plan AS p (order_id, plan_no, route, fee_snapshot, merchant_fee, endpoint_fee, credited,
      leg_accounts, leg_accounts_immediate, leg_amounts, legs_held, claw_back, claw_back_immediate, early_leg)
    SELECT e.order_id, e.plan_no, coalesce(e.route, was.route, '{"candidates": []}'), e.fee_snapshot,
      (e.fee_snapshot ->> 'merchantFee')::bigint, (e.fee_snapshot ->> 'endpointFee')::bigint,
      (e.fee_snapshot ->> 'credited')::bigint, e.accounts, e.accounts_immediate, e.amounts, e.held,
      e.claw_back, e.claw_back_immediate, e.early
    FROM unnest(examined) e
    LEFT JOIN LATERAL (SELECT w.route FROM collection_plan w WHERE w.order_id = e.order_id LIMIT 1) was ON true
    ON CONFLICT (order_id) DO UPDATE SET plan_no = EXCLUDED.plan_no, route = EXCLUDED.route,
      fee_snapshot = EXCLUDED.fee_snapshot, merchant_fee = EXCLUDED.merchant_fee, endpoint_fee = EXCLUDED.endpoint_fee,
      credited = EXCLUDED.credited, leg_accounts = EXCLUDED.leg_accounts,
      leg_accounts_immediate = EXCLUDED.leg_accounts_immediate, leg_amounts = EXCLUDED.leg_amounts,
      legs_held = EXCLUDED.legs_held, claw_back = EXCLUDED.claw_back, claw_back_immediate = EXCLUDED.claw_back_immediate,
      early_leg = EXCLUDED.early_leg
    RETURNING p.order_id, plan_print(p) AS print
  ),
  noted AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, after)
    SELECT business_now(), 'collection.plan', 'plan', min(k.order_id)::text,
           jsonb_build_object('prints', array_agg(k.print ORDER BY k.order_id))
    FROM kept k HAVING count(*) > 0
  ),
  counted AS (
    -- What this statement sees of an order is how it went before.
    INSERT INTO collection_delta (kind, order_ids, was_channels, was_accounts, was_failed, now_channels, now_accounts, now_failed)
    SELECT 'moved', array_agg(o.id), array_agg(o.channel_id), array_agg(o.channel_account_id),
           array_agg(collection_has_failed(o.status)), array_agg(e.channel_id), array_agg(e.channel_account_id),
           array_agg(collection_has_failed(o.status))
    FROM unnest(examined) e JOIN collection_order o ON o.id = e.order_id
    WHERE NOT o.is_test AND (o.channel_id, o.channel_account_id) IS DISTINCT FROM (e.channel_id, e.channel_account_id)
    HAVING count(*) > 0
  )
  UPDATE collection_order o SET plan_no = e.plan_no, channel_id = e.channel_id, channel_account_id = e.channel_account_id,
    method = e.method, real_name = CASE WHEN e.channel_id IS NULL THEN o.real_name ELSE e.real_name END
  FROM unnest(examined) e WHERE o.id = e.order_id AND o.id = ANY (ids)
  RETURNING o.id;
END $$;

INSERT INTO collection_channel_day
SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency,
       sum(c.created_count), sum(c.created_amount), sum(c.success_count), sum(c.success_amount), sum(c.failed_count),
       sum(c.paid_count), sum(c.paid_amount), sum(c.actual_amount), sum(c.accounted_amount), sum(c.fee),
       sum(c.endpoint_fee), sum(c.sub_agent_fee), sum(c.middleman_fee), sum(c.system_fee)
FROM (
  SELECT business_day(o.created_at) AS day, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0) AS sub_agent_id,
         coalesce(o.channel_id, 0) AS channel_id, coalesce(o.channel_account_id, 0) AS channel_account_id, o.currency,
         1 AS created_count, o.order_amount AS created_amount, 0 AS success_count, 0 AS success_amount,
         collection_has_failed(o.status)::int AS failed_count, 0 AS paid_count, 0 AS paid_amount, 0 AS actual_amount,
         0 AS accounted_amount, 0 AS fee, 0 AS endpoint_fee, 0 AS sub_agent_fee, 0 AS middleman_fee, 0 AS system_fee
  FROM collection_order o WHERE NOT o.is_test
  UNION ALL
  SELECT s.* FROM collection_order o JOIN collection_plan p ON p.order_id = o.id
  CROSS JOIN LATERAL settled_by_channel(o, p) s
  WHERE NOT o.is_test AND o.status IN ('success', 'refund')
) c
GROUP BY 1, 2, 3, 4, 5, 6, 7;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON collection_channel_day TO suanpan_app;
    GRANT SELECT ON collection_channel_day_now TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_channel_day, collection_channel_day_now TO suanpan_report;
  END IF;
END $$;
