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
    GRANT SELECT ON collection_channel_day TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON collection_channel_day FROM suanpan_app;
    GRANT SELECT ON collection_channel_day_now TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_channel_day, collection_channel_day_now TO suanpan_report;
  END IF;
END $$;
