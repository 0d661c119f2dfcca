-- Up Migration
-- Templates of channels for merchants, which merchant goes by which, and swaps of a channel for many merchants at once
-- with all that is needed to undo one.

CREATE TABLE channel_model (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose it is; null is the platform's, which every tree may take.
  agent_id bigint REFERENCES app_user,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  name text NOT NULL CHECK (name <> ''),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX channel_model_name ON channel_model (direction, agent_id, name) NULLS NOT DISTINCT;

-- What a merchant's use of a channel is set to, column by column as it stands there.
CREATE TABLE channel_model_item (
  model_id bigint NOT NULL REFERENCES channel_model ON DELETE CASCADE,
  channel_id bigint NOT NULL REFERENCES channel,
  alias text NOT NULL,
  weight integer NOT NULL CHECK (weight >= 0),
  polling boolean NOT NULL,
  priority smallint CHECK (priority BETWEEN 1 AND 99),
  min_amount bigint NOT NULL CHECK (min_amount >= 0),
  max_amount bigint NOT NULL CHECK (max_amount >= 0),
  daily_amount bigint NOT NULL CHECK (daily_amount >= 0),
  daily_count integer NOT NULL CHECK (daily_count >= 0),
  balance_limit bigint CHECK (balance_limit >= 0),
  windows jsonb NOT NULL,
  merchant_pct numeric(12, 8) NOT NULL,
  merchant_per_item bigint NOT NULL,
  sub_agent_pct numeric(12, 8) NOT NULL,
  sub_agent_per_item bigint NOT NULL,
  middleman_pct numeric(12, 8) NOT NULL,
  middleman_per_item bigint NOT NULL,
  PRIMARY KEY (model_id, alias, channel_id)
);

-- Which template a merchant was given last; what he has may differ from it since.
CREATE TABLE customer_model (
  customer_id bigint NOT NULL REFERENCES app_user,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  model_id bigint NOT NULL REFERENCES channel_model ON DELETE CASCADE,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, direction)
);
CREATE INDEX customer_model_model ON customer_model (model_id);

CREATE TABLE channel_swap (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The senior agent in whose tree it was made; null is the platform's, over all trees.
  agent_id bigint REFERENCES app_user,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  from_channel_id bigint NOT NULL REFERENCES channel,
  to_channel_id bigint NOT NULL REFERENCES channel,
  at timestamptz NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  approval_id bigint REFERENCES approval,
  reason text NOT NULL,
  affected integer NOT NULL CHECK (affected > 0),
  undone_at timestamptz,
  undone_by bigint REFERENCES app_user,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CHECK (from_channel_id <> to_channel_id)
);

-- Each merchant's channel that a swap wrote: how it was, and over which version undoing it writes. A channel that the
-- swap gave him was not there before: it is switched off again and keeps its price for orders that went by it.
CREATE TABLE channel_swap_row (
  swap_id bigint NOT NULL REFERENCES channel_swap,
  method_id bigint NOT NULL,
  customer_id bigint NOT NULL REFERENCES app_user,
  alias text NOT NULL,
  before jsonb,
  version integer NOT NULL,
  PRIMARY KEY (swap_id, method_id)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON channel_model, channel_model_item, customer_model TO suanpan_app;
    GRANT SELECT, INSERT ON channel_swap, channel_swap_row TO suanpan_app;
    GRANT UPDATE (undone_at, undone_by) ON channel_swap TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_model, channel_model_item, customer_model, channel_swap, channel_swap_row TO suanpan_report;
  END IF;
END $$;
