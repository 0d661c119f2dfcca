-- Up Migration
-- The rules by which orders are collected, set by the platform, a senior agent or for one merchant; what one leaves open
-- comes from the next above. And the names of those who wire to one receiving account: two wires of one name cannot be
-- told apart, so a second one waits until the first has ended (specification §9).

CREATE TABLE collection_setting (
  -- A merchant or a senior agent; 0 is the platform.
  owner_id bigint PRIMARY KEY,
  expires_in_s integer CHECK (expires_in_s BETWEEN 60 AND 86400),
  same_name_minutes integer CHECK (same_name_minutes BETWEEN 1 AND 1440),
  -- Orders of one name that may wait at a time; 0 is no limit.
  same_name_count integer CHECK (same_name_count BETWEEN 0 AND 1000),
  -- Null leaves it to the channel.
  late_payment text CHECK (late_payment IN ('credit', 'abnormal')),
  -- Waits before the automatic attempts of callbacks.
  callback_delays_s integer[] CHECK (cardinality(callback_delays_s) BETWEEN 1 AND 12 AND 0 <= ALL (callback_delays_s)
    AND 86400 >= ALL (callback_delays_s)),
  hold_after_8h boolean,
  ring_new_orders boolean,
  -- How much less or more still pays an order, in millionths of a major unit of its currency.
  tolerance bigint CHECK (tolerance BETWEEN 0 AND 100000000),
  version integer NOT NULL,
  set_by bigint NOT NULL REFERENCES app_user,
  set_at timestamptz NOT NULL
);

-- What holds for a merchant of an agent, the nearest word of each; a null says that nobody set it. Without a merchant,
-- what holds for the agent; without both, for the platform.
CREATE FUNCTION collection_setting_of(customer bigint, agent bigint)
RETURNS TABLE (expires_in_s integer, same_name_minutes integer, same_name_count integer, late_payment text,
  callback_delays_s integer[], hold_after_8h boolean, ring_new_orders boolean, tolerance bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(m.expires_in_s, a.expires_in_s, p.expires_in_s),
         coalesce(m.same_name_minutes, a.same_name_minutes, p.same_name_minutes),
         coalesce(m.same_name_count, a.same_name_count, p.same_name_count),
         coalesce(m.late_payment, a.late_payment, p.late_payment),
         coalesce(m.callback_delays_s, a.callback_delays_s, p.callback_delays_s),
         coalesce(m.hold_after_8h, a.hold_after_8h, p.hold_after_8h),
         coalesce(m.ring_new_orders, a.ring_new_orders, p.ring_new_orders),
         coalesce(m.tolerance, a.tolerance, p.tolerance)
  FROM (SELECT) nothing
  LEFT JOIN collection_setting m ON m.owner_id = customer
  LEFT JOIN collection_setting a ON a.owner_id = agent
  LEFT JOIN collection_setting p ON p.owner_id = 0
$$;

CREATE TABLE collection_payer_name (
  order_id bigint PRIMARY KEY REFERENCES collection_order,
  channel_account_id bigint NOT NULL,
  -- Of the folded name: equal names give equal marks, useless without the key.
  name_mark text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX collection_payer_name_pool ON collection_payer_name (channel_account_id, name_mark, at);

-- Somebody has an order to himself, and nobody else decides it meanwhile; wall time, as a person's patience is.
CREATE TABLE collection_lock (
  order_id bigint PRIMARY KEY REFERENCES collection_order,
  user_id bigint NOT NULL REFERENCES app_user,
  until timestamptz NOT NULL
);
CREATE INDEX collection_lock_user ON collection_lock (user_id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON collection_setting, collection_payer_name, collection_lock TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_setting, collection_payer_name, collection_lock TO suanpan_report;
  END IF;
END $$;
