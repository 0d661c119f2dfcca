-- Up Migration
-- A page of a list that is sorted by amount has read all orders of its dates and sorted them. Orders are listed by amount a while after
-- they were made, by a worker, where a page is walked from the largest or the smallest one; what of it nobody has listed yet is sorted by
-- itself. An index of the orders would take its part of every create. Whose an order is, when it was made and for how much never
-- changes, so nothing listed is ever out of date. Proof R14 holds the list against the orders.
-- The version before: its orders are listed by whoever runs this one, and it reads none of this.

CREATE TABLE order_by_amount (
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  currency text NOT NULL,
  -- In minor units.
  amount bigint NOT NULL,
  order_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  -- Whoever walks along it passes by those of others, and of other days, without looking them up.
  PRIMARY KEY (order_kind, currency, amount, order_id) INCLUDE (created_at, customer_id, agent_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
-- Orders up to this one are listed.
CREATE TABLE listed_by_amount (
  order_kind text PRIMARY KEY CHECK (order_kind IN ('collection', 'payout')),
  last_id bigint NOT NULL
);
INSERT INTO listed_by_amount VALUES ('collection', 0), ('payout', 0);

-- Lists the next orders of each kind, so many of each, and answers how many it listed: none while there are not so many that are older
-- than an hour. By then whoever writes an order has ended, so none can come between.
CREATE FUNCTION list_by_amount(size int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('orders.by_amount', 0)) THEN
    RETURN 0;
  END IF;
  WITH next AS MATERIALIZED (
    (SELECT 'collection' AS kind, o.currency, o.order_amount AS amount, o.id, o.created_at, o.customer_id, o.agent_id
     FROM whole.collection_order o
     WHERE o.id > (SELECT l.last_id FROM listed_by_amount l WHERE l.order_kind = 'collection') ORDER BY o.id LIMIT size)
    UNION ALL
    (SELECT 'payout', o.currency, o.amount, o.id, o.created_at, o.customer_id, o.agent_id
     FROM whole.payout_order o
     WHERE o.id > (SELECT l.last_id FROM listed_by_amount l WHERE l.order_kind = 'payout') ORDER BY o.id LIMIT size)
  ), full_ones AS (
    SELECT n.kind, max(n.id) AS last_id FROM next n GROUP BY n.kind
    HAVING count(*) = size AND max(n.created_at) < business_now() - interval '1 hour'
  ), moved AS (
    UPDATE listed_by_amount l SET last_id = f.last_id FROM full_ones f WHERE f.kind = l.order_kind
  )
  INSERT INTO order_by_amount (order_kind, currency, amount, order_id, created_at, customer_id, agent_id)
  SELECT n.kind, n.currency, n.amount, n.id, n.created_at, n.customer_id, n.agent_id
  FROM next n JOIN full_ones f USING (kind)
  ORDER BY n.kind, n.currency, n.amount, n.id;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END $$;

REVOKE ALL ON FUNCTION list_by_amount FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION list_by_amount TO suanpan_app;
    GRANT SELECT ON order_by_amount, listed_by_amount TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON order_by_amount, listed_by_amount FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON order_by_amount, listed_by_amount TO suanpan_report;
  END IF;
END $$;
