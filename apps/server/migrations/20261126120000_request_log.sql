-- Up Migration
-- What merchants ask of us, for a few days, so that a person can see what a shop really sent and what it was told. Written in
-- batches beside the calls and masked before it comes here: it may lack rows, and says how many, but slows no money down.
-- What providers are told and what callbacks carry stands in tables of its own already.

CREATE TABLE request_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Business time of the answer.
  at timestamptz NOT NULL,
  request_id text NOT NULL,
  -- Whose key it came with, proven or not; null where it named nobody.
  customer_id bigint,
  ip text NOT NULL,
  endpoint text NOT NULL,
  -- What the call is about, by our id where the address names it, else by the merchant's own number.
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint,
  merchant_order_no text,
  http_status integer NOT NULL,
  -- 'accepted', or the name of the refusal.
  outcome text NOT NULL,
  latency_ms integer NOT NULL,
  request text NOT NULL,
  response text NOT NULL
);
CREATE INDEX request_log_at ON request_log (at);
CREATE INDEX request_log_order_no ON request_log (merchant_order_no) WHERE merchant_order_no IS NOT NULL;
CREATE INDEX request_log_request ON request_log (request_id);

-- Calls that were answered and not written down.
CREATE TABLE request_log_gap (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  dropped integer NOT NULL CHECK (dropped > 0)
);

CREATE INDEX callback_attempt_at ON callback_attempt USING brin (at) WITH (autosummarize = on);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, DELETE ON request_log, request_log_gap TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON request_log, request_log_gap TO suanpan_report;
  END IF;
END $$;
