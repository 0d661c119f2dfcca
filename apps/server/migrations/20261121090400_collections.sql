-- Up Migration
-- Collections: the order, the way it goes, and what providers said of it. The functions that change them stand in the
-- migrations after this one, one act a file.

CREATE TABLE collection_order (
  id bigint PRIMARY KEY,
  order_no text NOT NULL,
  merchant_order_no text NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  middleman_id bigint,
  currency text NOT NULL,
  order_amount bigint NOT NULL CHECK (order_amount > 0),
  -- What the payer is asked for; differs from order_amount where amounts are made unique.
  pay_amount bigint NOT NULL CHECK (pay_amount > 0),
  -- Of an order in another currency than its merchant's own: by which rate it is told in that, and which version of it.
  exchange_rate numeric(20, 8),
  rate_id bigint,
  -- The method the merchant named; null lets the payer choose.
  method text,
  channel_id bigint,
  channel_account_id bigint,
  -- The plan that stands (collection_plan); settling demands that it is the one it read.
  plan_no integer,
  payment jsonb,
  real_name text,
  payer jsonb,
  payer_last5 text,
  paid_claimed_at timestamptz,
  product_name text,
  request_ip text,
  notify_url text,
  return_url text,
  metadata jsonb NOT NULL DEFAULT '{}',
  locale text,
  source text NOT NULL DEFAULT 'api',
  api_version text NOT NULL DEFAULT 'v2',
  is_test boolean NOT NULL DEFAULT false,
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- What changes stands last: a new version of the row is then logged from here on only.
  provider_order_no text,
  actual_amount bigint,
  accounted_amount bigint,
  fee bigint,
  completed_at timestamptz,
  settle_at timestamptz,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied', 'refund')),
  refund_status text CHECK (refund_status IN ('preparing', 'refunding', 'success', 'failed')),
  callback_status text NOT NULL DEFAULT 'not_sent' CHECK (callback_status IN ('not_sent', 'sending', 'success', 'failed')),
  -- The number stands first, so that it is found by itself too.
  CONSTRAINT collection_once UNIQUE (merchant_order_no, customer_id)
) WITH (fillfactor = 50);
CREATE SEQUENCE collection_order_id OWNED BY collection_order.id;
-- No index holds a column that settling changes, so that settling stays a heap-only update.
-- An order's number ends in its id, by which it is found. Orders of a general agent or a referrer are found through the
-- merchants they have ever earned on (merchant_earner).
CREATE INDEX collection_newest ON collection_order (created_at DESC, id DESC);
CREATE INDEX collection_customer ON collection_order (customer_id, created_at DESC, id DESC);
CREATE INDEX collection_agent ON collection_order (agent_id, created_at DESC, id DESC);
CREATE INDEX collection_rate ON collection_order (rate_id) WHERE rate_id IS NOT NULL;
-- Tests are few, and what an order is it stays: others pay nothing for it.
CREATE INDEX collection_test ON collection_order (created_at DESC, id DESC) WHERE is_test;
CREATE INDEX collection_expiry ON collection_order (expires_at, id);

-- What an order is and whose, as the row of the log that tells of its creation keeps it: a sealed witness against
-- whoever alters the order afterwards, with its plan and whatever else belongs to it. Its id stands first, and those who
-- earn on it last, as a fingerprint, because merchants read the history of their orders. Called immutable it would not be
-- written into the statements that use it, and cost ten times as much.
-- It is what the order was made of: what its payer is asked for may differ (awaited_transfer).
CREATE FUNCTION collection_origin(o collection_order) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT o.id || ' ' || o.customer_id || ' ' || o.currency || ' ' || o.order_amount || ' ' || o.is_test || ' '
    || hashint8extended(o.agent_id, hashint8extended(coalesce(o.sub_agent_id, 0),
      hashint8extended(coalesce(o.middleman_id, 0), 0)))
$$;

-- How an order goes, written when a channel is chosen: configuration may change, this order does not. It stands beside
-- the order and not in it, because settling writes a new version of the order's row. Changed only by plan_collections.
CREATE TABLE collection_plan (
  order_id bigint PRIMARY KEY,
  -- Counts the plans of the order; the order carries the same number while this plan stands.
  plan_no integer NOT NULL,
  -- Every channel that was looked at, and why it was taken or passed over.
  route jsonb NOT NULL,
  -- The rest is null while no channel takes the order.
  fee_snapshot jsonb,
  merchant_fee bigint,
  endpoint_fee bigint,
  -- What the merchant gets; never less than nothing.
  credited bigint CONSTRAINT plan_credits CHECK (credited >= 0),
  -- The legs of the settling journal, for deferred settlement and for settlement on the spot. Those on accounts with a
  -- running balance stand first, and there are `legs_held` of them.
  leg_accounts bigint[],
  leg_accounts_immediate bigint[],
  leg_amounts bigint[],
  legs_held smallint,
  -- The places of legs that may take their account below zero, in either mode.
  claw_back smallint[],
  claw_back_immediate smallint[],
  -- The place of the merchant's leg where it goes to money that may pay others before its day (L202).
  early_leg smallint
);

-- Generated from packages/domain/src/states/collection.ts by src/tools/generate-guard.ts.
CREATE FUNCTION collection_transition_is_listed(was text, becomes text, refund text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (was = 'pending' AND becomes IN ('success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied'))
    OR (was = 'success' AND becomes = 'refund')
    OR (was = 'expired' AND becomes IN ('amount_mismatch', 'abnormal', 'success', 'test_supplied'))
    OR (was = 'amount_mismatch' AND becomes = 'success')
    OR (was = 'abnormal' AND becomes = 'success')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'failed')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'success')
$$;
CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF collection_transition_is_listed(OLD.status, NEW.status, OLD.refund_status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'collection % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
-- Most moves leave pending for a listed state and need no call. The condition is short because PostgreSQL reads it from
-- its text for every statement.
CREATE TRIGGER collection_transition AFTER UPDATE OF status ON collection_order
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND (OLD.status <> 'pending' OR NEW.status = 'refund'))
  EXECUTE FUNCTION refuse_transition();
-- End of the generated part.

-- Orders that somebody must look at again: an unanswered create, an expiry that could not be confirmed.
CREATE TABLE collection_check (
  order_id bigint PRIMARY KEY,
  reason text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX collection_check_due ON collection_check (next_at);

-- What of settled orders has not been released: left by the release, order by order, under the order's lock. The key is
-- the order's own settle_at ('infinity' where it waits for a person) and its id.
CREATE TABLE settlement_due (
  settle_at timestamptz NOT NULL,
  order_id bigint NOT NULL,
  -- What is left of each leg of the plan once refunds, holds and charge-backs have taken from it; null while nothing has.
  remaining bigint[],
  -- A release that could not be posted waits here alone for a person, with the reason.
  set_aside_at timestamptz,
  set_aside_reason text,
  -- The edit by which it is frozen: it is not released before that is undone.
  frozen_by bigint,
  PRIMARY KEY (settle_at, order_id)
);
CREATE INDEX settlement_due_aside ON settlement_due (order_id) WHERE set_aside_at IS NOT NULL;

-- Money that may pay others before its day (L202), by account and day; payouts draw the oldest first. A row is touched
-- only under the lock of its account's balance.
CREATE TABLE early_settlement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  settle_at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  UNIQUE (account_id, settle_at)
);
CREATE INDEX early_settlement_at ON early_settlement (settle_at);

-- Every payment that a provider confirmed and we booked, once: by it an order was settled, or a receipt was written.
CREATE TABLE provider_confirmation (
  channel_account_id bigint NOT NULL,
  provider_ref text NOT NULL,
  order_id bigint NOT NULL,
  amount bigint NOT NULL,
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT confirmation_once PRIMARY KEY (channel_account_id, provider_ref)
);

-- The day's answer to when money is released, by settle rule: made once for each business day. 'infinity' waits for a
-- person; an instant that is over releases on the spot.
CREATE TABLE settle_calendar (
  day date NOT NULL,
  rule text NOT NULL,
  release_at timestamptz NOT NULL,
  PRIMARY KEY (day, rule)
);

CREATE TABLE provider_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint,
  channel_account_id bigint NOT NULL,
  at timestamptz NOT NULL,
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  operation text NOT NULL,
  http_status integer,
  latency_ms integer,
  outcome text NOT NULL,
  request text NOT NULL,
  response text NOT NULL
);
CREATE INDEX provider_log_order ON provider_log (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX provider_log_at ON provider_log USING brin (at);

-- Every notice as it came, also forged ones and those that fit no order.
CREATE TABLE channel_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL,
  received_at timestamptz NOT NULL,
  raw bytea NOT NULL,
  headers jsonb NOT NULL,
  event_id text,
  order_no text,
  outcome text NOT NULL,
  ip text
);
-- A provider's event takes effect once.
CREATE UNIQUE INDEX channel_notice_once ON channel_notice (channel_account_id, event_id) WHERE outcome = 'accepted';
CREATE INDEX channel_notice_at ON channel_notice USING brin (received_at);

-- Money that fits no order as it stands: mismatches, blocked or late payers, unknown transfers (L250).
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL,
  order_id bigint,
  provider_ref text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  received_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (channel_account_id, provider_ref)
);

-- What an order tells the world at this moment; callbacks are built from it, never from a later row.
CREATE FUNCTION collection_news(o collection_order) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT json_build_object(
    'order_id', o.id::text, 'order_no', o.order_no, 'merchant_order_no', o.merchant_order_no,
    'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text, 'sub_agent_id', o.sub_agent_id::text,
    'status', o.status, 'refund_status', o.refund_status, 'currency', o.currency,
    'amount', o.order_amount::text, 'pay_amount', o.pay_amount::text, 'paid_amount', o.actual_amount::text,
    'fee', o.fee::text, 'credited_amount', o.accounted_amount::text, 'rate', trim_scale(o.exchange_rate)::text,
    'method', o.method, 'created_at', o.created_at, 'expires_at', o.expires_at, 'completed_at', o.completed_at,
    'metadata', o.metadata, 'notify_url', o.notify_url, 'api_version', o.api_version,
    -- A simulated payment of a live order moved no money either.
    'test', o.is_test OR o.status = 'test_supplied', 'source', o.source)
$$;
