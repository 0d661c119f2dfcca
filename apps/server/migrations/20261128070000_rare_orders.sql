-- Up Migration
-- What a list of orders cannot find by walking through them newest first: fewer than a page of those asked for, of which the
-- last lies millions of orders back. An index with the state of an order would make each settling write all its indexes, so
-- those that stand so are kept beside the orders, in the commit that brings them there or takes them away. Settling an order
-- that waits, paying a payout and telling of either writes nothing here. Proof R10 holds both tables against the orders.
-- The version before: its orders are kept by the same functions and triggers, and it reads none of these tables.

LOCK TABLE collection_order, payout_order IN SHARE ROW EXCLUSIVE MODE;

-- As packages/domain/src/states has it: where an order hardly ever stands.
CREATE FUNCTION collection_is_rare(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('amount_mismatch', 'abnormal', 'test_supplied', 'refund')
$$;
CREATE FUNCTION payout_is_rare(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('rejected', 'rejected_reversed', 'verify_failed', 'insufficient_balance')
$$;

-- With an order stands whose it is, so that nobody looks through those of others.
CREATE TABLE rare_order (
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  status text NOT NULL,
  PRIMARY KEY (order_kind, order_id)
);
CREATE INDEX rare_order_newest ON rare_order (order_kind, created_at DESC, order_id DESC) INCLUDE (status);

-- Orders whose merchant could not be told.
CREATE TABLE failed_callback (
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  PRIMARY KEY (order_kind, order_id)
);
CREATE INDEX failed_callback_newest ON failed_callback (order_kind, created_at DESC, order_id DESC);

-- Each keeps one order as it stands now; whoever may move orders calls it, and cannot make it keep anything else.
CREATE FUNCTION keep_rare_collection(wanted bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM rare_order WHERE order_kind = 'collection' AND order_id = wanted;
  INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status)
  SELECT 'collection', o.id, o.created_at, o.customer_id, o.agent_id, o.status FROM collection_order o
  WHERE o.id = wanted AND collection_is_rare(o.status);
END $$;
CREATE FUNCTION keep_rare_payout(wanted bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM rare_order WHERE order_kind = 'payout' AND order_id = wanted;
  INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status)
  SELECT 'payout', o.id, o.created_at, o.customer_id, o.agent_id, o.status FROM payout_order o
  WHERE o.id = wanted AND payout_is_rare(o.status);
END $$;

-- As before, and what is rare is kept. It runs for no order that goes from pending to success.
CREATE OR REPLACE FUNCTION note_collection_move() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  IF collection_is_rare(OLD.status) OR collection_is_rare(NEW.status) THEN
    PERFORM keep_rare_collection(NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- As before, and those that end as they are made are kept.
CREATE OR REPLACE FUNCTION note_payouts_made() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payout_delta (order_ids, now_states, now_failures, now_channels, now_accounts, now_ends)
  SELECT array_agg(m.id), array_agg(m.status), array_agg(payout_why(m::payout_order)), array_agg(m.channel_id), array_agg(m.channel_account_id),
         array_agg(m.completed_at)
  FROM made m WHERE NOT m.is_test HAVING count(*) > 0;
  PERFORM keep_rare_payout(m.id) FROM made m WHERE payout_is_rare(m.status);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_payout_move() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payout_delta (order_ids, was_states, was_failures, was_channels, was_accounts, was_ends, now_states, now_failures,
    now_channels, now_accounts, now_ends)
  SELECT ARRAY[NEW.id], ARRAY[OLD.status], ARRAY[payout_why(OLD)], ARRAY[OLD.channel_id], ARRAY[OLD.channel_account_id],
         ARRAY[OLD.completed_at], ARRAY[NEW.status], ARRAY[payout_why(NEW)], ARRAY[NEW.channel_id], ARRAY[NEW.channel_account_id],
         ARRAY[NEW.completed_at]
  WHERE NOT NEW.is_test;
  IF payout_is_rare(OLD.status) OR payout_is_rare(NEW.status) THEN
    PERFORM keep_rare_payout(NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- The kind of its orders is given by the trigger.
CREATE FUNCTION note_failed_callback() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.callback_status = 'failed' THEN
    INSERT INTO failed_callback (order_kind, order_id, created_at, customer_id, agent_id)
    VALUES (TG_ARGV[0], NEW.id, NEW.created_at, NEW.customer_id, NEW.agent_id)
    ON CONFLICT (order_kind, order_id) DO NOTHING;
  ELSE
    DELETE FROM failed_callback WHERE order_kind = TG_ARGV[0] AND order_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_told AFTER UPDATE OF callback_status ON collection_order
  FOR EACH ROW WHEN (OLD.callback_status = 'failed' OR NEW.callback_status = 'failed')
  EXECUTE FUNCTION note_failed_callback('collection');
CREATE TRIGGER payout_told AFTER UPDATE OF callback_status ON payout_order
  FOR EACH ROW WHEN (OLD.callback_status = 'failed' OR NEW.callback_status = 'failed')
  EXECUTE FUNCTION note_failed_callback('payout');

INSERT INTO rare_order (order_kind, order_id, created_at, customer_id, agent_id, status)
SELECT 'collection', o.id, o.created_at, o.customer_id, o.agent_id, o.status FROM collection_order o WHERE collection_is_rare(o.status)
UNION ALL
SELECT 'payout', o.id, o.created_at, o.customer_id, o.agent_id, o.status FROM payout_order o WHERE payout_is_rare(o.status);
INSERT INTO failed_callback (order_kind, order_id, created_at, customer_id, agent_id)
SELECT 'collection', o.id, o.created_at, o.customer_id, o.agent_id FROM collection_order o WHERE o.callback_status = 'failed'
UNION ALL
SELECT 'payout', o.id, o.created_at, o.customer_id, o.agent_id FROM payout_order o WHERE o.callback_status = 'failed';

-- Of payouts that are tests there are few, as of orders (collection_test); others pay nothing for it.
CREATE INDEX payout_test ON payout_order (created_at DESC, id DESC) WHERE is_test;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON rare_order, failed_callback TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON rare_order, failed_callback FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON rare_order, failed_callback TO suanpan_report;
  END IF;
END $$;
