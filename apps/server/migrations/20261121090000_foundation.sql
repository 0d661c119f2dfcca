-- Up Migration
-- The technique every room stands on: the movable business clock, the outbox, due work and idempotency keys.

CREATE TABLE business_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- How far the business clock stands from the wall. Demo and tests start it in the past; it only moves forward.
  offset_us bigint NOT NULL DEFAULT 0
);
INSERT INTO business_clock DEFAULT VALUES;

CREATE FUNCTION business_clock_only_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offset_us < OLD.offset_us THEN
    RAISE EXCEPTION 'the business clock only moves forward' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER business_clock_forward BEFORE UPDATE ON business_clock
  FOR EACH ROW EXECUTE FUNCTION business_clock_only_moves_forward();

-- The time the business lives in: created_at, expires_at, settle_at and report days follow it.
-- It is the transaction's time, so that everything written together carries one instant.
CREATE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now() + (offset_us * interval '1 microsecond') FROM business_clock
$$;

-- The platform's calendar day (UTC+8, no summer time) of an instant.
CREATE FUNCTION business_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC' + interval '8 hours')::date
$$;

-- The sum of amounts in minor units. The built-in sum() of bigint goes through numeric, which costs more than the
-- adding; this one stays bigint and fails when it overflows.
CREATE AGGREGATE sum_minor(bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  -- Read whole and never searched, so it stays the text it was written as.
  payload json NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE outbox_dead (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload json NOT NULL,
  created_at timestamptz NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE due_work (
  name text NOT NULL,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (name, due_at)
);

-- Replays of money-moving and irreversible calls: the stored answer is given again, byte for byte.
CREATE TABLE idempotency_key (
  owner_id bigint NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  response text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, endpoint, key)
);

-- Used by the Socket.IO adapter for payloads too large for NOTIFY.
CREATE TABLE socket_io_attachments (
  id bigserial UNIQUE,
  created_at timestamptz DEFAULT now(),
  payload bytea
);
