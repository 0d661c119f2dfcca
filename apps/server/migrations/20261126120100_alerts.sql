-- Up Migration
-- What people want to be told of before anybody asks: a question that is put to the figures every minute, and what came of it.
-- Whatever has a notice of its own (a channel that is tripped, a balance below its mark, books that break) needs none here.

CREATE TABLE alert_rule (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- It came with the product, and has its name from the words.
  shipped text UNIQUE,
  metric text NOT NULL
    CHECK (metric IN ('success_rate', 'balance', 'callback_backlog', 'unknown_payouts', 'queue_age', 'feed_age')),
  -- A contract with a provider by its id, or a queue by its name; null: each of them.
  scope text,
  bound text NOT NULL CHECK (bound IN ('under', 'over')),
  -- Percent, major units, minutes, or how many.
  mark numeric(20, 6) NOT NULL,
  min_orders integer NOT NULL CHECK (min_orders >= 0),
  window_min integer NOT NULL CHECK (window_min BETWEEN 1 AND 1440),
  cool_down_min integer NOT NULL CHECK (cool_down_min BETWEEN 0 AND 1440),
  via text[] NOT NULL CHECK (cardinality(via) > 0 AND via <@ ARRAY['bell', 'sound', 'webhook']),
  url text,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  CHECK (('webhook' = ANY (via)) <= (url IS NOT NULL))
);
INSERT INTO alert_rule (name, shipped, metric, scope, bound, mark, min_orders, window_min, cool_down_min, via) VALUES
  ('successRate', 'successRate', 'success_rate', NULL, 'under', 30, 20, 30, 60, ARRAY['bell', 'sound']),
  ('callbackBacklog', 'callbackBacklog', 'callback_backlog', NULL, 'over', 10, 1, 30, 60, ARRAY['bell', 'sound']),
  ('unknownPayouts', 'unknownPayouts', 'unknown_payouts', NULL, 'over', 0, 1, 30, 60, ARRAY['bell', 'sound']),
  ('newsAge', 'newsAge', 'queue_age', 'news', 'over', 5, 1, 30, 60, ARRAY['bell', 'sound']),
  ('checkAge', 'checkAge', 'queue_age', 'collectionChecks', 'over', 15, 1, 30, 60, ARRAY['bell', 'sound']),
  ('feedAge', 'feedAge', 'feed_age', NULL, 'over', 15, 1, 30, 60, ARRAY['bell', 'sound']);

-- What holds, and what held: one row for each thing that a rule was ever true of. Business time.
CREATE TABLE alert_state (
  rule_id bigint NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  -- A contract or a queue; empty where the rule asks of the whole house.
  subject text NOT NULL,
  label text NOT NULL,
  value numeric(20, 6) NOT NULL,
  firing boolean NOT NULL,
  -- When people were told of it last.
  told_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, subject)
);

-- What an address is to be told, until it was or nobody tries any longer. Wall time.
CREATE TABLE alert_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id bigint NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  url text NOT NULL,
  body text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  outcome text
);
CREATE INDEX alert_call_due ON alert_call (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX alert_call_rule ON alert_call (rule_id, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON alert_rule, alert_state, alert_call TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON alert_rule, alert_state, alert_call TO suanpan_report;
  END IF;
END $$;
