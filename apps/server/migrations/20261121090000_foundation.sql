-- Up Migration
-- The technique every room stands on: the movable business clock, the outbox, due work and idempotency keys.

CREATE TABLE business_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- How far the business clock stands from the wall. Demo and tests start it in the past; it only moves forward.
  offset_us bigint NOT NULL DEFAULT 0
);
INSERT INTO business_clock DEFAULT VALUES;

-- A demo begins in the past: while nobody exists yet, the business clock may be set back. As soon as there is a
-- user there is history, and the clock only moves forward.
CREATE FUNCTION business_clock_only_moves_forward() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.offset_us < OLD.offset_us AND EXISTS (SELECT FROM app_user) THEN
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

-- The news of a batch in one row. `ids` are its events, drawn from the outbox's own sequence. `payload` holds a list for
-- each field that differs by event, in the order of `ids`, and a plain value for what is the same in all; it always has
-- the list `order_id`, and each event is about '<noun of the kind>:<order_id>'.
CREATE TABLE outbox_batch (
  -- One numbering with the events, drawn last: what is told of an order by a later commit has a higher number, in
  -- whichever of the two tables it stands.
  id bigint PRIMARY KEY DEFAULT nextval('outbox_id_seq'),
  kind text NOT NULL,
  ids bigint[] NOT NULL,
  payload json NOT NULL,
  created_at timestamptz NOT NULL
);

-- The events of a batch. Its payload is taken apart once, not once an event.
CREATE FUNCTION events_of_batch(batch outbox_batch)
RETURNS TABLE (id bigint, kind text, subject text, payload jsonb, created_at timestamptz)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 64 AS $$
  WITH own AS (
    SELECT v.place, jsonb_object_agg(f.key, v.value) AS fields
    FROM json_each(batch.payload) f
    CROSS JOIN json_array_elements(CASE json_typeof(f.value) WHEN 'array' THEN f.value END)
      WITH ORDINALITY AS v (value, place)
    GROUP BY v.place
  ), common AS (
    SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') AS fields
    FROM json_each(batch.payload) f WHERE json_typeof(f.value) <> 'array'
  )
  SELECT e.id, batch.kind, split_part(batch.kind, '.', 1) || ':' || (e.fields ->> 'order_id'),
         common.fields || e.fields, batch.created_at
  FROM common, unnest(batch.ids, ARRAY(SELECT own.fields FROM own ORDER BY own.place)) AS e (id, fields)
$$;

-- Every event that waits, one row each.
CREATE VIEW outbox_event AS
  SELECT id, kind, subject, payload::jsonb AS payload, created_at FROM outbox
  UNION ALL
  SELECT e.* FROM outbox_batch b CROSS JOIN events_of_batch(b) e;

-- Puts batches into the outbox as single events, so that each goes its own way.
CREATE FUNCTION unfold_outbox(batches bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM outbox_batch WHERE id = ANY (batches) RETURNING *)
  INSERT INTO outbox (id, kind, subject, payload, created_at) OVERRIDING SYSTEM VALUE
  SELECT e.id, e.kind, e.subject, e.payload, e.created_at FROM gone CROSS JOIN events_of_batch(gone) e
$$;

-- The lock of the one relay that tells.
CREATE FUNCTION outbox_lock() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 5741650002';

-- Takes what waits out of both tables, oldest first, until there are `most` events; a batch stays whole and has `ids`.
-- One relay at a time: whoever does not get the lock gets nothing. While an event of a subject in `resting` waits for
-- its next try, batches are unfolded, so that nothing of that subject overtakes it; one that comes meanwhile waits.
CREATE FUNCTION take_outbox(resting text[], most int)
RETURNS TABLE (id bigint, ids bigint[], kind text, subject text, payload json, created_at timestamptz)
LANGUAGE plpgsql ROWS 100 AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(outbox_lock()) THEN
    RETURN;
  END IF;
  IF cardinality(resting) > 0 THEN
    PERFORM unfold_outbox(ARRAY(SELECT b.id FROM outbox_batch b ORDER BY b.id LIMIT most));
  END IF;
  RETURN QUERY
  WITH waiting AS (
    (SELECT o.id, NULL::bigint[] AS ids, o.kind, o.subject, o.payload, o.created_at, 1 AS events
     FROM outbox o WHERE o.subject <> ALL (resting) ORDER BY o.id LIMIT most)
    UNION ALL
    (SELECT b.id, b.ids, b.kind, NULL, b.payload, b.created_at, cardinality(b.ids) FROM outbox_batch b
     WHERE cardinality(resting) = 0 ORDER BY b.id LIMIT most)
  ), taken AS MATERIALIZED (
    SELECT * FROM (SELECT w.*, sum(w.events) OVER (ORDER BY w.id) - w.events AS before FROM waiting w) counted
    WHERE before < most
  ), single AS (
    DELETE FROM outbox o WHERE o.id = ANY (ARRAY(SELECT t.id FROM taken t WHERE t.ids IS NULL))
  ), batch AS (
    DELETE FROM outbox_batch b WHERE b.id = ANY (ARRAY(SELECT t.id FROM taken t WHERE t.ids IS NOT NULL))
  )
  SELECT t.id, t.ids, t.kind, t.subject, t.payload, t.created_at FROM taken t ORDER BY t.id;
END $$;

CREATE TABLE outbox_dead (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload json NOT NULL,
  created_at timestamptz NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  -- A person found that it need not be told; it stays, with his reason.
  discarded_at timestamptz,
  discarded_by bigint,
  discard_reason text,
  CHECK ((discarded_at IS NULL) = (discard_reason IS NULL))
);

CREATE TABLE due_work (
  name text NOT NULL,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (name, due_at)
);

-- Replays of money-moving and irreversible calls: the stored answer is given again, byte for byte, to the same caller,
-- acting for the same account, on the same route. It never holds a secret.
CREATE TABLE idempotency_key (
  owner_id bigint NOT NULL,
  -- The account he acts for; his own where he acts for himself.
  effective_id bigint NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  response text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, effective_id, endpoint, key)
);

-- Used by the Socket.IO adapter for payloads too large for NOTIFY.
CREATE TABLE socket_io_attachments (
  id bigserial UNIQUE,
  created_at timestamptz DEFAULT now(),
  payload bytea
);

-- By what the number of a transfer is told from another, however it is typed: in capitals, in wide digits, with spaces, marks
-- that nobody sees, or the 0x of a chain.
CREATE FUNCTION reference_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(regexp_replace(normalize(typed, NFKC),
    '[\s\-_./:#\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g')), '^0x', '')
$$;
