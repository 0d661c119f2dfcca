-- Up Migration
-- Reading the record of who did what: by time, by person, and which row of a broken block was touched. A verification
-- takes minutes once there are millions of rows, so it runs apart from the call that asked and tells how far it is.

-- Rows come in the order of time, and each order writes two of them: a summary of its blocks finds a day as well.
CREATE INDEX audit_log_at ON audit_log USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX login_attempt_user ON login_attempt (user_id, id);

-- Keyed like the block's hash; null for rows that were sealed before it was kept.
ALTER TABLE audit_sealed ADD COLUMN row_hash text;

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
  unsealed integer NOT NULL DEFAULT 0,
  -- Null while it runs, and for a run that could not be finished.
  passed boolean,
  broken_block bigint,
  broken_row bigint,
  head text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX audit_proof_one_at_a_time ON audit_proof ((true)) WHERE finished_at IS NULL;
