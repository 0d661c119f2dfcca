-- Up Migration
-- Copies of the whole cluster: what was made when, whether it was tried, and when the next one is due. The files lie beside the
-- data; a row without its file says so.

CREATE TABLE backup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed', 'removed')),
  note text NOT NULL,
  -- Null: by the schedule.
  made_by bigint REFERENCES app_user,
  asked_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  -- The name in the folder of backups; its manifest has the same with .json behind.
  file text UNIQUE,
  bytes bigint,
  -- Hex of the file as it lies there.
  sha256 text,
  -- The copy stands as the server did here.
  lsn text,
  error text,
  verify_state text CHECK (verify_state IN ('queued', 'running', 'passed', 'failed')),
  verified_at timestamptz,
  -- {"proof_passed", "counts_equal", "rows", "ms"}
  verified jsonb,
  -- Of the one link under which it may be fetched.
  ticket_hash text,
  ticket_until timestamptz,
  CHECK ((state = 'completed') <= (file IS NOT NULL AND bytes IS NOT NULL AND lsn IS NOT NULL))
);
-- One at a time, whoever asks.
CREATE UNIQUE INDEX backup_under_way ON backup ((true)) WHERE state IN ('queued', 'running');
CREATE UNIQUE INDEX backup_being_tried ON backup ((true)) WHERE verify_state IN ('queued', 'running');

CREATE TABLE backup_schedule (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version int NOT NULL DEFAULT 1,
  -- In the platform's zone; null: none is made by itself.
  at time,
  -- The newest that stay; the older are removed after each new one.
  keep int NOT NULL DEFAULT 7 CHECK (keep BETWEEN 1 AND 365)
);
INSERT INTO backup_schedule DEFAULT VALUES;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE ON backup TO suanpan_app;
    GRANT SELECT, UPDATE ON backup_schedule TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    -- What opens a download is in it.
    REVOKE SELECT ON backup FROM suanpan_report;
    GRANT SELECT ON backup_schedule TO suanpan_report;
  END IF;
END $$;
