-- Up Migration
-- A search of a list that its owner wants to be told of when it finds more than he likes: each person's own, asked every minute with the
-- rights and in the tree that he has at that moment. It rests where it is with what came of it, since it is true of one thing alone.

CREATE TABLE list_watch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  -- What the list's own call is asked, without dates; and the same as it stands in the address of the screen.
  filter jsonb NOT NULL,
  search jsonb NOT NULL,
  -- Rows of the last so many minutes are counted, and of these only what is older than that.
  window_min integer NOT NULL CHECK (window_min BETWEEN 1 AND 8640),
  older_min integer NOT NULL CHECK (older_min >= 0 AND older_min < window_min),
  -- More than so many.
  mark integer NOT NULL CHECK (mark >= 0),
  via text[] NOT NULL CHECK (cardinality(via) > 0 AND via <@ ARRAY['bell', 'sound', 'webhook']),
  url text,
  created_at timestamptz NOT NULL,
  -- When it was asked last, by the wall; whoever takes it next puts the time here first.
  asked_at timestamptz NOT NULL,
  -- What it found then; null before it was asked, and where it could not be.
  found bigint,
  -- Since when more than that is found; null while it is quiet. Business time.
  since timestamptz,
  -- When its owner was told last. Business time.
  told_at timestamptz,
  CHECK (('webhook' = ANY (via)) = (url IS NOT NULL))
);
CREATE INDEX list_watch_owner ON list_watch (owner_id, id);
CREATE INDEX list_watch_asked ON list_watch (asked_at);

-- Addresses are called for either.
-- The version before: it names a rule in every row that it writes, so the check refuses none of them.
ALTER TABLE alert_call ALTER COLUMN rule_id DROP NOT NULL;
ALTER TABLE alert_call ADD COLUMN watch_id bigint REFERENCES list_watch ON DELETE CASCADE;
ALTER TABLE alert_call ADD CONSTRAINT alert_call_of_one CHECK (num_nonnulls(rule_id, watch_id) = 1);
CREATE INDEX alert_call_watch ON alert_call (watch_id, id) WHERE watch_id IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON list_watch TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON list_watch TO suanpan_report;
  END IF;
END $$;
