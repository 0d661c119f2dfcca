-- Up Migration
-- News to merchants: one event per transition, its body fixed when it happened, every attempt kept.

CREATE TABLE callback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Public, and the same on every attempt.
  event_id text NOT NULL UNIQUE,
  -- The outbox event it came from; null for those a person sends.
  outbox_id bigint UNIQUE,
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  type text NOT NULL,
  api_version text NOT NULL,
  body text NOT NULL,
  url text,
  source text NOT NULL DEFAULT 'live',
  manual boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'not_sent' CHECK (status IN ('not_sent', 'sending', 'success', 'failed')),
  result text CHECK (result IN ('invalid_url', 'timeout', 'error_response', 'v1_no_rejection', 'held_after_8h', 'address_paused')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz,
  -- A worker's claim: whoever holds the newest token may write the result.
  lease_token bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  order_created_at timestamptz NOT NULL
);
CREATE INDEX callback_order ON callback (order_kind, order_id, id);
CREATE INDEX callback_due ON callback (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE callback_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  callback_id bigint NOT NULL REFERENCES callback,
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  http_status integer,
  latency_ms integer NOT NULL,
  result text NOT NULL,
  response text NOT NULL,
  UNIQUE (callback_id, attempt)
);
