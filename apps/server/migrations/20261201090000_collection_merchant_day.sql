-- Up Migration
-- Collections by day of creation, merchant and channel: what `collection_agent_day` tells of a senior agent, of each of his merchants, so
-- that the totals of a merchant, or of a general agent's merchants, are as soon there in any state and by any channel. Both are written
-- from the same notes as these are folded. Proof R13 holds it against the orders.
-- The version before: its notes are counted here too as they are folded, its view of the sums by senior agent answers as before, and it
-- reads none of this.

LOCK TABLE collection_delta IN ACCESS EXCLUSIVE MODE;
-- What is noted so far is folded, so that the orders can be counted whole below.
DO $$
BEGIN
  WHILE fold_collections(100000) > 0 LOOP
  END LOOP;
END $$;

-- Zero stands for no general agent, and for orders that no channel takes. Amounts in minor units; what was paid is that of successes.
CREATE TABLE collection_merchant_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  failed_count bigint NOT NULL,
  failed_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  PRIMARY KEY (customer_id, day, agent_id, sub_agent_id, channel_id, channel_account_id, currency)
) WITH (fillfactor = 50);
-- As lists ask for a general agent's orders.
CREATE INDEX collection_merchant_day_general ON collection_merchant_day (nullif(sub_agent_id, 0), day);

-- As `counted_by_agent`, by merchant.
CREATE FUNCTION counted_by_merchant(deltas collection_delta[]) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint, currency text,
  created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, failed_count bigint, failed_amount bigint,
  actual_amount bigint, accounted_amount bigint, fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(n.channel_id, 0),
         coalesce(n.account_id, 0), o.currency, n.counts, n.counts * o.order_amount, 0, 0, n.failed, n.failed * o.order_amount, 0, 0, 0
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
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 1, o.order_amount, 0, 0, o.actual_amount, o.accounted_amount, o.fee
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  WHERE d.kind = 'settled' AND NOT o.is_test
$$;
-- The same answer as before, from the one place that says what a note counts.
CREATE OR REPLACE FUNCTION counted_by_agent(deltas collection_delta[]) RETURNS TABLE (
  day date, agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, created_count bigint, created_amount bigint,
  success_count bigint, success_amount bigint, failed_count bigint, failed_amount bigint, actual_amount bigint,
  accounted_amount bigint, fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, c.created_count, c.created_amount, c.success_count,
         c.success_amount, c.failed_count, c.failed_amount, c.actual_amount, c.accounted_amount, c.fee
  FROM counted_by_merchant(deltas) c
$$;

-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.
CREATE VIEW collection_merchant_day_now AS
  SELECT * FROM collection_merchant_day
  UNION ALL
  SELECT * FROM counted_by_merchant(ARRAY(SELECT d FROM collection_delta d));

-- A note goes when it is folded, and in no other way.
CREATE OR REPLACE FUNCTION fold_by_agent() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH counted AS MATERIALIZED (
    SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency,
           sum(c.created_count) AS created_count, sum(c.created_amount) AS created_amount, sum(c.success_count) AS success_count,
           sum(c.success_amount) AS success_amount, sum(c.failed_count) AS failed_count, sum(c.failed_amount) AS failed_amount,
           sum(c.actual_amount) AS actual_amount, sum(c.accounted_amount) AS accounted_amount, sum(c.fee) AS fee
    FROM counted_by_merchant(ARRAY(SELECT g::collection_delta FROM gone g)) c
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), by_agent AS (
    INSERT INTO collection_agent_day AS t
    SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, sum(c.created_count), sum(c.created_amount),
           sum(c.success_count), sum(c.success_amount), sum(c.failed_count), sum(c.failed_amount), sum(c.actual_amount),
           sum(c.accounted_amount), sum(c.fee)
    FROM counted c
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (day, agent_id, channel_id, channel_account_id, currency) DO UPDATE
      SET created_count = t.created_count + EXCLUDED.created_count, created_amount = t.created_amount + EXCLUDED.created_amount,
          success_count = t.success_count + EXCLUDED.success_count, success_amount = t.success_amount + EXCLUDED.success_amount,
          failed_count = t.failed_count + EXCLUDED.failed_count, failed_amount = t.failed_amount + EXCLUDED.failed_amount,
          actual_amount = t.actual_amount + EXCLUDED.actual_amount, accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount,
          fee = t.fee + EXCLUDED.fee
  )
  INSERT INTO collection_merchant_day AS t
  SELECT c.* FROM counted c ORDER BY c.customer_id, c.day, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency
  ON CONFLICT (customer_id, day, agent_id, sub_agent_id, channel_id, channel_account_id, currency) DO UPDATE
    SET created_count = t.created_count + EXCLUDED.created_count, created_amount = t.created_amount + EXCLUDED.created_amount,
        success_count = t.success_count + EXCLUDED.success_count, success_amount = t.success_amount + EXCLUDED.success_amount,
        failed_count = t.failed_count + EXCLUDED.failed_count, failed_amount = t.failed_amount + EXCLUDED.failed_amount,
        actual_amount = t.actual_amount + EXCLUDED.actual_amount, accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount,
        fee = t.fee + EXCLUDED.fee;
  RETURN NULL;
END $$;

INSERT INTO collection_merchant_day
SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
       coalesce(o.channel_account_id, 0), o.currency, count(*), sum(o.order_amount), count(*) FILTER (WHERE e.is_paid),
       coalesce(sum(o.order_amount) FILTER (WHERE e.is_paid), 0), count(*) FILTER (WHERE e.has_failed),
       coalesce(sum(o.order_amount) FILTER (WHERE e.has_failed), 0), coalesce(sum(o.actual_amount) FILTER (WHERE e.is_paid), 0),
       coalesce(sum(o.accounted_amount) FILTER (WHERE e.is_paid), 0), coalesce(sum(o.fee) FILTER (WHERE e.is_paid), 0)
FROM whole.collection_order o
CROSS JOIN LATERAL (
  SELECT o.status IN ('success', 'refund') AS is_paid, collection_has_failed(o.status) AS has_failed
) e
WHERE NOT o.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON collection_merchant_day, collection_merchant_day_now TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON collection_merchant_day, collection_merchant_day_now FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_merchant_day, collection_merchant_day_now TO suanpan_report;
  END IF;
END $$;
