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
  -- From where its provider sends notices, as addresses and blocks of them; none: from anywhere.
  notify_networks text[] NOT NULL DEFAULT '{}',
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

-- Smooth weighted round robin per merchant and alias: the state that every server process shares. How each of his methods stands,
-- also of those that took no part lately, and which was drawn last.
CREATE TABLE polling_state (
  customer_id bigint NOT NULL,
  alias text NOT NULL,
  stands jsonb NOT NULL,
  drawn bigint,
  PRIMARY KEY (customer_id, alias)
);

-- How a turn among these methods, in their order, leaves them: each gains its weight, the greatest is drawn and pays the sum
-- (packages/domain, routing/smooth-weighted).
CREATE FUNCTION turn_of(before jsonb, methods bigint[], weights int[]) RETURNS TABLE (stands jsonb, drawn bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT before || jsonb_object_agg(e.id::text, e.gained - CASE WHEN e.place = 1 THEN e.total ELSE 0 END),
         max(e.id) FILTER (WHERE e.place = 1)
  FROM (
    SELECT g.id, g.gained, sum(g.weight) OVER () AS total, row_number() OVER (ORDER BY g.gained DESC, g.n) AS place
    FROM (
      SELECT m.id, m.n, m.weight, coalesce((before ->> m.id::text)::int, 0) + m.weight AS gained
      FROM unnest(methods, weights) WITH ORDINALITY AS m (id, weight, n)
    ) g
  ) e
$$;

-- Takes a turn for each of these and answers the methods that were drawn; of each turn the end of its methods is told. To be called
-- alone in its transaction, because the merchants' other orders wait for their turns until it ends; always in the same order, so that
-- two of them never wait for each other.
CREATE FUNCTION take_turns(customers bigint[], aliases text[], ends int[], methods bigint[], weights int[]) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  taken bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(customers)]);
  n int;
  first int;
  method bigint;
BEGIN
  FOR n IN SELECT t.n FROM unnest(customers, aliases) WITH ORDINALITY AS t (customer, alias, n) ORDER BY t.customer, t.alias, t.n LOOP
    first := coalesce(ends[n - 1], 0) + 1;
    INSERT INTO polling_state AS s (customer_id, alias, stands, drawn)
    SELECT customers[n], aliases[n], t.stands, t.drawn FROM turn_of('{}', methods[first:ends[n]], weights[first:ends[n]]) t
    ON CONFLICT (customer_id, alias) DO UPDATE
      SET (stands, drawn) = (SELECT t.stands, t.drawn FROM turn_of(s.stands, methods[first:ends[n]], weights[first:ends[n]]) t)
    RETURNING s.drawn INTO method;
    taken[n] := method;
  END LOOP;
  RETURN taken;
END $$;

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
DECLARE
  burnt_keys bigint[];
  burnt_nonces text[];
  counted_keys bigint[];
  counted_calls int[];
BEGIN
  -- Not waited for: the log is written in order, so whatever a request then does durably makes its nonce durable too,
  -- and one that did nothing may come again after a crash.
  PERFORM set_config('synchronous_commit', 'off', true);

  -- A nonce that comes twice in a batch meets itself and is burnt once.
  WITH burnt AS (
    INSERT INTO merchant_nonce (api_key_id, nonce)
    SELECT r.key, r.nonce FROM unnest(keys, nonces) AS r (key, nonce) ORDER BY r.key, r.nonce
    ON CONFLICT DO NOTHING
    RETURNING api_key_id, nonce
  )
  SELECT array_agg(b.api_key_id), array_agg(b.nonce) INTO burnt_keys, burnt_nonces FROM burnt b;

  WITH counted AS (
    INSERT INTO api_usage AS u (api_key_id, minute, calls)
    SELECT b.key, date_trunc('minute', now()), count(*)::int FROM unnest(burnt_keys) AS b (key) GROUP BY b.key ORDER BY b.key
    ON CONFLICT (api_key_id, minute) DO UPDATE SET calls = u.calls + EXCLUDED.calls
    RETURNING u.api_key_id, u.calls
  )
  SELECT array_agg(c.api_key_id), array_agg(c.calls) INTO counted_keys, counted_calls FROM counted c;

  -- Nearly always all are let in; who is not is looked for only when somebody is not.
  IF cardinality(burnt_keys) = cardinality(keys) AND NOT EXISTS (
    SELECT FROM unnest(keys, limits) AS r (key, per_minute)
    JOIN unnest(counted_keys, counted_calls) AS c (key, calls) ON c.key = r.key
    WHERE c.calls > r.per_minute
  ) THEN
    RETURN QUERY SELECT 'ok'::text FROM generate_series(1, cardinality(keys));
    RETURN;
  END IF;

  -- The first of those that share a nonce is the one that burnt it; the minute is filled in the order of the requests.
  RETURN QUERY
  WITH asked AS (
    SELECT r.key, r.per_minute, r.n, b.nonce IS NOT NULL AND r.turn = 1 AS fresh
    FROM (
      SELECT q.key, q.nonce, q.per_minute, q.n, row_number() OVER (PARTITION BY q.key, q.nonce ORDER BY q.n) AS turn
      FROM unnest(keys, nonces, limits) WITH ORDINALITY AS q (key, nonce, per_minute, n)
    ) r
    LEFT JOIN unnest(burnt_keys, burnt_nonces) AS b (key, nonce) ON b.key = r.key AND b.nonce = r.nonce
  ), placed AS (
    SELECT a.n, a.key, a.per_minute, a.fresh, count(*) FILTER (WHERE a.fresh) OVER (PARTITION BY a.key ORDER BY a.n) AS place,
           count(*) FILTER (WHERE a.fresh) OVER (PARTITION BY a.key) AS here
    FROM asked a
  )
  SELECT CASE
           WHEN NOT p.fresh THEN 'nonce_reused'
           WHEN c.calls - p.here + p.place > p.per_minute THEN 'rate_limited'
           ELSE 'ok'
         END
  FROM placed p
  LEFT JOIN unnest(counted_keys, counted_calls) AS c (key, calls) ON c.key = p.key
  ORDER BY p.n;
END $$;
