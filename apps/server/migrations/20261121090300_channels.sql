-- Up Migration
-- Where payments come in: providers, our accounts with them, channels, and which merchant may use which.

CREATE TABLE provider (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  -- The folder under adapters/ that speaks its protocol.
  driver text NOT NULL
);

-- A real (upstream) channel: one contract with one provider, owned by a senior agent.
CREATE TABLE channel_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id bigint NOT NULL REFERENCES provider,
  agent_id bigint NOT NULL REFERENCES app_user,
  name text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  currency text NOT NULL,
  base_url text NOT NULL,
  credentials_sealed text NOT NULL,
  -- What an order does when its money comes after expiry.
  late_payment text NOT NULL DEFAULT 'credit' CHECK (late_payment IN ('credit', 'abnormal')),
  enabled boolean NOT NULL DEFAULT true,
  balance bigint,
  balance_checked_at timestamptz,
  created_at timestamptz NOT NULL
);
ALTER TABLE account ADD FOREIGN KEY (channel_account_id) REFERENCES channel_account;

CREATE TABLE channel (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  -- bank_transfer, qr, redirect or cvs: decides the payer's page.
  method_type text NOT NULL,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  currency text NOT NULL,
  -- Minor units; 0 means no limit.
  min_amount bigint NOT NULL DEFAULT 0,
  max_amount bigint NOT NULL DEFAULT 0,
  -- [{"days":[0..6],"from":"09:00","to":"02:00"}] in UTC+8; empty means always.
  windows jsonb NOT NULL DEFAULT '[]',
  priority smallint NOT NULL DEFAULT 1,
  enabled boolean NOT NULL DEFAULT true,
  integer_only boolean NOT NULL DEFAULT false,
  needs_payer_name boolean NOT NULL DEFAULT false,
  -- What the provider keeps: percent (numeric) and minor units an item.
  endpoint_pct numeric(12, 8) NOT NULL DEFAULT 0,
  endpoint_per_item bigint NOT NULL DEFAULT 0
);

-- A senior agent's channel and what the platform takes from him for it.
CREATE TABLE agent_method (
  agent_id bigint NOT NULL REFERENCES app_user,
  channel_id bigint NOT NULL REFERENCES channel,
  system_pct numeric(12, 8) NOT NULL DEFAULT 0,
  system_per_item bigint NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  PRIMARY KEY (agent_id, channel_id)
);

-- A merchant's channel: how often it is drawn and what each party earns on it.
CREATE TABLE customer_method (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  channel_id bigint NOT NULL REFERENCES channel,
  -- The method code that the merchant names in his calls.
  alias text NOT NULL,
  weight integer NOT NULL DEFAULT 100 CHECK (weight >= 0),
  min_amount bigint NOT NULL DEFAULT 0,
  max_amount bigint NOT NULL DEFAULT 0,
  merchant_pct numeric(12, 8) NOT NULL,
  merchant_per_item bigint NOT NULL DEFAULT 0,
  sub_agent_pct numeric(12, 8) NOT NULL DEFAULT 0,
  sub_agent_per_item bigint NOT NULL DEFAULT 0,
  middleman_pct numeric(12, 8) NOT NULL DEFAULT 0,
  middleman_per_item bigint NOT NULL DEFAULT 0,
  polling boolean NOT NULL DEFAULT true,
  enabled boolean NOT NULL DEFAULT true,
  UNIQUE (customer_id, alias, channel_id)
);

-- Smooth weighted round robin per merchant and alias: the state that every server process shares.
CREATE TABLE polling_state (
  customer_id bigint NOT NULL,
  alias text NOT NULL,
  channel_id bigint NOT NULL,
  current_weight integer NOT NULL DEFAULT 0,
  PRIMARY KEY (customer_id, alias, channel_id)
);

CREATE TABLE holiday (
  day date PRIMARY KEY,
  name text NOT NULL
);

-- Whether a list names networks, and none wider than /24, or /48 of IPv6; IPv4 written as IPv6 is no network of its own.
CREATE FUNCTION are_narrow_networks(entries text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bool_and(
    masklen(e::inet) >= CASE family(e::inet) WHEN 4 THEN 24 ELSE 48 END AND NOT e::inet <<= '::ffff:0:0/96'), false)
  FROM unnest(entries) AS e
$$;

CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  key text NOT NULL UNIQUE,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_until timestamptz,
  scopes text[] NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  ip_allowlist text[] NOT NULL DEFAULT '{}',
  per_minute integer NOT NULL DEFAULT 1200 CHECK (per_minute > 0),
  -- What it may pay out in a day, in the merchant's currency; 0 would not be "no limit" here.
  daily_payout_minor bigint CHECK (daily_payout_minor > 0),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  -- A key that can pay out is bound to few addresses and to a sum a day.
  CHECK ('payout' <> ALL (scopes) OR (daily_payout_minor IS NOT NULL AND are_narrow_networks(ip_allowlist)))
);
CREATE INDEX api_key_customer ON api_key (customer_id);

CREATE TABLE webhook_endpoint (
  customer_id bigint PRIMARY KEY REFERENCES app_user,
  url text,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_until timestamptz,
  paused_at timestamptz
);

-- A nonce counts once per key for ten minutes; wall time.
CREATE TABLE merchant_nonce (
  api_key_id bigint NOT NULL,
  nonce text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key_id, nonce)
);
CREATE INDEX merchant_nonce_seen ON merchant_nonce USING brin (seen_at);

CREATE TABLE api_usage (
  api_key_id bigint NOT NULL,
  minute timestamptz NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (api_key_id, minute)
) WITH (fillfactor = 50);

-- Lets signed requests in, a batch at a time: burns the nonce, then counts the minute of the key.
-- Answers one verdict per request: ok, nonce_reused or rate_limited.
CREATE FUNCTION admit_requests(keys bigint[], nonces text[], limits int[])
RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Not waited for: the log is written in order, so whatever a request then does durably makes its nonce durable too,
  -- and one that did nothing may come again after a crash.
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT r.key, r.nonce, r.per_minute, r.n,
           row_number() OVER (PARTITION BY r.key, r.nonce ORDER BY r.n) AS turn
    FROM unnest(keys, nonces, limits) WITH ORDINALITY AS r (key, nonce, per_minute, n)
  ), burned AS (
    INSERT INTO merchant_nonce (api_key_id, nonce)
    SELECT a.key, a.nonce FROM asked a WHERE a.turn = 1 ORDER BY a.key, a.nonce
    ON CONFLICT DO NOTHING
    RETURNING api_key_id, nonce
  ), fresh AS MATERIALIZED (
    SELECT a.key, a.n, a.per_minute, row_number() OVER (PARTITION BY a.key ORDER BY a.n) AS place
    FROM asked a JOIN burned b ON b.api_key_id = a.key AND b.nonce = a.nonce
    WHERE a.turn = 1
  ), counted AS (
    INSERT INTO api_usage AS u (api_key_id, minute, calls)
    SELECT f.key, date_trunc('minute', now()), count(*)::int FROM fresh f GROUP BY f.key ORDER BY f.key
    ON CONFLICT (api_key_id, minute) DO UPDATE SET calls = u.calls + EXCLUDED.calls
    RETURNING u.api_key_id, u.calls
  ), totals AS (
    SELECT f.key, count(*) AS here FROM fresh f GROUP BY f.key
  )
  SELECT CASE
           WHEN f.n IS NULL THEN 'nonce_reused'
           WHEN c.calls - t.here + f.place > f.per_minute THEN 'rate_limited'
           ELSE 'ok'
         END
  FROM asked a
  LEFT JOIN fresh f ON f.n = a.n
  LEFT JOIN counted c ON c.api_key_id = f.key
  LEFT JOIN totals t ON t.key = f.key
  ORDER BY a.n;
END $$;
