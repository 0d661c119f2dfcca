-- Up Migration
-- Collections by day of creation, senior agent and channel, of all merchants together: what the totals of a list ask for, whoever's
-- merchants and whichever state, in a few rows a day where the sums by merchant have one for each. Pending are those that neither
-- succeeded nor failed; of which kind a failed one is, what was paid and set aside, and which success was paid back, the orders tell
-- that are kept apart as rare, with their figures. Proofs R10 and R11 hold both against the orders.
-- The version before: its notes are counted here too as they are folded, its rare orders are kept by the same function, and it reads
-- none of this.

LOCK TABLE collection_delta, rare_order IN ACCESS EXCLUSIVE MODE;
-- What is noted so far is folded, so that the orders can be counted whole below.
DO $$
BEGIN
  WHILE fold_collections(100000) > 0 LOOP
  END LOOP;
END $$;

-- Zero stands for orders that no channel takes. Amounts in minor units; what was paid is that of successes.
CREATE TABLE collection_agent_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
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
  PRIMARY KEY (day, agent_id, channel_id, channel_account_id, currency)
) WITH (fillfactor = 50);

-- What the orders of these notes add where, or take; tests add nothing. An order that goes another way is taken from where it
-- counted and counted where it is, before it is settled there.
CREATE FUNCTION counted_by_agent(deltas collection_delta[]) RETURNS TABLE (
  day date, agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, created_count bigint, created_amount bigint,
  success_count bigint, success_amount bigint, failed_count bigint, failed_amount bigint, actual_amount bigint,
  accounted_amount bigint, fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT business_day(o.created_at), o.agent_id, coalesce(n.channel_id, 0), coalesce(n.account_id, 0), o.currency, n.counts,
         n.counts * o.order_amount, 0, 0, n.failed, n.failed * o.order_amount, 0, 0, 0
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
  SELECT business_day(o.created_at), o.agent_id, coalesce(o.channel_id, 0), coalesce(o.channel_account_id, 0), o.currency, 0, 0, 1,
         o.order_amount, 0, 0, o.actual_amount, o.accounted_amount, o.fee
  FROM unnest(deltas) AS d, unnest(d.order_ids) AS n (id) JOIN collection_order o ON o.id = n.id
  WHERE d.kind = 'settled' AND NOT o.is_test
$$;

-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.
CREATE VIEW collection_agent_day_now AS
  SELECT * FROM collection_agent_day
  UNION ALL
  SELECT * FROM counted_by_agent(ARRAY(SELECT d FROM collection_delta d));

-- A note goes when it is folded, and in no other way.
CREATE FUNCTION fold_by_agent() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO collection_agent_day AS t
  SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, sum(c.created_count), sum(c.created_amount),
         sum(c.success_count), sum(c.success_amount), sum(c.failed_count), sum(c.failed_amount), sum(c.actual_amount),
         sum(c.accounted_amount), sum(c.fee)
  FROM counted_by_agent(ARRAY(SELECT g::collection_delta FROM gone g)) c
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, agent_id, channel_id, channel_account_id, currency) DO UPDATE
    SET created_count = t.created_count + EXCLUDED.created_count, created_amount = t.created_amount + EXCLUDED.created_amount,
        success_count = t.success_count + EXCLUDED.success_count, success_amount = t.success_amount + EXCLUDED.success_amount,
        failed_count = t.failed_count + EXCLUDED.failed_count, failed_amount = t.failed_amount + EXCLUDED.failed_amount,
        actual_amount = t.actual_amount + EXCLUDED.actual_amount, accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount,
        fee = t.fee + EXCLUDED.fee;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_note_folded AFTER DELETE ON collection_delta REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION fold_by_agent();

INSERT INTO collection_agent_day
SELECT business_day(o.created_at), o.agent_id, coalesce(o.channel_id, 0), coalesce(o.channel_account_id, 0), o.currency, count(*),
       sum(o.order_amount), count(*) FILTER (WHERE e.is_paid), coalesce(sum(o.order_amount) FILTER (WHERE e.is_paid), 0),
       count(*) FILTER (WHERE e.has_failed), coalesce(sum(o.order_amount) FILTER (WHERE e.has_failed), 0),
       coalesce(sum(o.actual_amount) FILTER (WHERE e.is_paid), 0), coalesce(sum(o.accounted_amount) FILTER (WHERE e.is_paid), 0),
       coalesce(sum(o.fee) FILTER (WHERE e.is_paid), 0)
FROM whole.collection_order o
CROSS JOIN LATERAL (
  SELECT o.status IN ('success', 'refund') AS is_paid, collection_has_failed(o.status) AS has_failed
) e
WHERE NOT o.is_test GROUP BY 1, 2, 3, 4, 5;

-- What of a collection the totals ask for; it does not change while the order stands so.
ALTER TABLE rare_order
  ADD COLUMN sub_agent_id bigint,
  ADD COLUMN channel_id bigint,
  ADD COLUMN channel_account_id bigint,
  ADD COLUMN currency text,
  ADD COLUMN is_test boolean,
  ADD COLUMN order_amount bigint,
  ADD COLUMN actual_amount bigint,
  ADD COLUMN accounted_amount bigint,
  ADD COLUMN fee bigint;
-- As before, with these.
CREATE OR REPLACE FUNCTION keep_rare_collection(wanted bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM rare_order WHERE order_kind = 'collection' AND order_id = wanted;
  INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status, sub_agent_id, channel_id,
    channel_account_id, currency, is_test, order_amount, actual_amount, accounted_amount, fee)
  SELECT 'collection', o.id, o.created_at, o.customer_id, o.agent_id, o.status, o.sub_agent_id, o.channel_id, o.channel_account_id,
         o.currency, o.is_test, o.order_amount, o.actual_amount, o.accounted_amount, o.fee
  FROM collection_order o WHERE o.id = wanted AND collection_is_rare(o.status);
END $$;
UPDATE rare_order k SET sub_agent_id = o.sub_agent_id, channel_id = o.channel_id, channel_account_id = o.channel_account_id,
  currency = o.currency, is_test = o.is_test, order_amount = o.order_amount, actual_amount = o.actual_amount,
  accounted_amount = o.accounted_amount, fee = o.fee
FROM whole.collection_order o WHERE k.order_kind = 'collection' AND o.id = k.order_id;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON collection_agent_day, collection_agent_day_now TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON collection_agent_day, collection_agent_day_now FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_agent_day, collection_agent_day_now TO suanpan_report;
  END IF;
END $$;
