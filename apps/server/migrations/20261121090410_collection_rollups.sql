-- Up Migration
-- Sums by the order's day and hour of creation. Creating and settling only note which orders they touched, one row a
-- batch, in their own commit; a worker folds these notes into the sums. Whoever reads adds both (the views), so that
-- a figure is exact to the commit, folded or not.

CREATE TABLE collection_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, currency)
) WITH (fillfactor = 50);
CREATE INDEX collection_day_customer ON collection_day (customer_id, day);

CREATE TABLE collection_hour (
  hour timestamptz NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  currency text NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  PRIMARY KEY (hour, agent_id, channel_id, currency)
) WITH (fillfactor = 50);

-- Orders whose creating or settling is not in the sums yet. What an order counts with never changes after, so it is
-- read when it is folded.
CREATE TABLE collection_delta (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('created', 'settled')),
  order_ids bigint[] NOT NULL
);

-- The orders of these notes with what each adds; test orders add nothing.
CREATE FUNCTION counted_orders(deltas collection_delta[]) RETURNS TABLE (
  created_at timestamptz, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, currency text,
  created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, actual_amount bigint,
  accounted_amount bigint, fee bigint, endpoint_fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT o.created_at, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.channel_id, o.currency, 1, o.order_amount,
         0, 0, 0, 0, 0, 0
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  WHERE d.kind = 'created' AND NOT o.is_test
  UNION ALL
  SELECT o.created_at, o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.channel_id, o.currency, 0, 0,
         1, o.order_amount, o.actual_amount, o.accounted_amount, o.fee, p.endpoint_fee
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  JOIN collection_plan p ON p.order_id = o.id
  WHERE d.kind = 'settled' AND NOT o.is_test
$$;

CREATE VIEW collection_uncounted AS
  SELECT c.* FROM counted_orders(ARRAY(SELECT d FROM collection_delta d)) c;

CREATE VIEW collection_day_now AS
  SELECT day, customer_id, agent_id, sub_agent_id, currency, sum(created_count)::bigint AS created_count,
         sum(created_amount) AS created_amount, sum(success_count)::bigint AS success_count,
         sum(success_amount) AS success_amount, sum(actual_amount) AS actual_amount,
         sum(accounted_amount) AS accounted_amount, sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee
  FROM (
    SELECT * FROM collection_day
    UNION ALL
    SELECT business_day(created_at), customer_id, agent_id, sub_agent_id, currency, created_count, created_amount,
           success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee
    FROM collection_uncounted
  ) AS both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, currency;

CREATE VIEW collection_hour_now AS
  SELECT hour, agent_id, channel_id, currency, sum(success_count)::bigint AS success_count,
         sum(success_amount) AS success_amount, sum(actual_amount) AS actual_amount,
         sum(accounted_amount) AS accounted_amount, sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee
  FROM (
    SELECT * FROM collection_hour
    UNION ALL
    SELECT date_trunc('hour', created_at), agent_id, channel_id, currency, success_count, success_amount, actual_amount,
           accounted_amount, fee, endpoint_fee
    FROM collection_uncounted WHERE success_count > 0
  ) AS both_parts
  GROUP BY hour, agent_id, channel_id, currency;

-- Folds up to `most` notes into the sums and answers how many; zero also while somebody else folds. Nothing else writes them.
CREATE FUNCTION fold_collections(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
