-- Up Migration
-- A past day's orders routed once more over changed channels, before anybody saves the change: what was asked and what came
-- of it. Nothing of it routes an order.

CREATE TABLE routing_replay (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Who asked, and whose tree was looked at; null is the platform's.
  user_id bigint NOT NULL REFERENCES app_user,
  agent_id bigint,
  day date NOT NULL,
  customer_id bigint,
  changes jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  -- Orders looked at so far.
  orders bigint NOT NULL DEFAULT 0,
  result jsonb,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX routing_replay_user ON routing_replay (user_id, id DESC);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON routing_replay TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON routing_replay TO suanpan_report;
  END IF;
END $$;
