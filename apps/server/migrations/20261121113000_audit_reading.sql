-- Up Migration
-- Reading the record of who did what: by time, by person, and which row of a broken block was touched. A verification
-- takes minutes once there are millions of rows, so it runs apart from the call that asked and tells how far it is.

-- Rows come in the order of time: a summary of its blocks finds a day as well, and the acts that every order writes.
CREATE INDEX audit_log_at ON audit_log USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
-- Who looked into a log lately is asked by person.
CREATE INDEX audit_log_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;

-- Everything that was done to one thing. The acts that every order writes stand at the times of the order and of its
-- journals, and are in no index of their own.
CREATE FUNCTION audit_of(kind text, id text) RETURNS SETOF audit_entry
LANGUAGE sql STABLE SET enable_seqscan = off SET search_path = public, pg_temp ROWS 20 AS $$
  SELECT l.id, 0, l.at, l.actor_id, l.effective_id, l.act, l.object_kind, l.object_id, l.outcome, l.from_status, l.to_status,
         l.journal_id, l.before, l.after, l.ip, l.user_agent, l.request_id
  FROM audit_log l
  WHERE l.object_kind = kind AND l.object_id = audit_of.id
    AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release')
  UNION ALL
  SELECT l.*
  FROM (SELECT CASE WHEN kind = 'collection' AND audit_of.id ~ '^\d{1,18}$' THEN audit_of.id::bigint END AS id) asked
  CROSS JOIN LATERAL (
    SELECT o.created_at AS at FROM collection_order o WHERE o.id = asked.id
    UNION SELECT o.completed_at FROM collection_order o WHERE o.id = asked.id
    UNION SELECT j.posted_at FROM journal j
          WHERE j.event IN ('collection.settle', 'collection.release') AND j.ref_id = asked.id
  ) time
  JOIN audit_entry l ON l.at = time.at
  WHERE l.object_kind = kind AND l.object_id = audit_of.id
    AND l.act IN ('collection.create', 'collection.settle', 'collection.release')
$$;

CREATE INDEX login_attempt_user ON login_attempt (user_id, id);

CREATE TABLE audit_proof (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_by bigint REFERENCES app_user,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Moves while the run lives; a run whose process died stands still.
  beat_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  blocks_total integer NOT NULL,
  blocks integer NOT NULL DEFAULT 0,
  row_count bigint NOT NULL DEFAULT 0,
  journal_count bigint NOT NULL DEFAULT 0,
  unsealed integer NOT NULL DEFAULT 0,
  -- Null while it runs, and for a run that could not be finished.
  passed boolean,
  -- What was touched, by name; empty when all of it holds.
  findings jsonb NOT NULL DEFAULT '[]',
  head text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX audit_proof_one_at_a_time ON audit_proof ((true)) WHERE finished_at IS NULL;
