-- Up Migration
-- What a channel may take beyond the amount of one order: by itself, and again narrower for one merchant. And where it
-- stands: its provider failed too often, or says that it is being mended.

-- 0 is no limit; an unset balance limit and an empty list of hours limit nothing (specification, channel lists).
ALTER TABLE channel
  ADD COLUMN weight integer NOT NULL DEFAULT 100 CHECK (weight BETWEEN 0 AND 10000),
  ADD COLUMN daily_amount bigint NOT NULL DEFAULT 0 CHECK (daily_amount >= 0),
  ADD COLUMN daily_count integer NOT NULL DEFAULT 0 CHECK (daily_count >= 0),
  ADD COLUMN balance_limit bigint CHECK (balance_limit >= 0),
  ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE channel_account ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE agent_method ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE customer_method
  ADD COLUMN priority smallint CHECK (priority BETWEEN 1 AND 99),
  ADD COLUMN windows jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN daily_amount bigint NOT NULL DEFAULT 0 CHECK (daily_amount >= 0),
  ADD COLUMN daily_count integer NOT NULL DEFAULT 0 CHECK (daily_count >= 0),
  ADD COLUMN balance_limit bigint CHECK (balance_limit >= 0),
  -- The senior agent lets an order by this channel cost him more than it brings.
  ADD COLUMN allow_loss boolean NOT NULL DEFAULT false,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN channel.weight IS 'What a merchant''s channel starts with.';
COMMENT ON COLUMN customer_method.priority IS 'The tier for this merchant; null is the channel''s own.';

-- A channel without a row is well.
CREATE TABLE channel_state (
  channel_id bigint PRIMARY KEY REFERENCES channel,
  state text NOT NULL CHECK (state IN ('ok', 'tripped', 'maintenance')),
  since timestamptz NOT NULL,
  -- In a few words of the provider or of whoever set it; shown to the platform and the channel's senior agent.
  reason text
);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON channel_state TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_state TO suanpan_report;
  END IF;
END $$;
