-- Up Migration
-- Lists taken away as files. The row is the truth of an export: the job queue only wakes whoever writes it, and a
-- lease tells a writer that died from one that works. The file itself lies under DATA_DIR/exports, named by the id.

CREATE TABLE export_job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user,
  -- Whose list it is, where the owner of the file was acting for somebody.
  acting_for bigint REFERENCES app_user,
  session_id bigint,
  kind text NOT NULL,
  filter jsonb NOT NULL,
  columns text[] NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  locale text NOT NULL,
  -- The zone in which its times are written.
  region text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'expired')),
  progress integer NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  row_count bigint,
  bytes bigint,
  -- The name under which it is fetched: an unguessable prefix, then the list and the day.
  file text NOT NULL UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  error text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  removed_at timestamptz,
  CHECK ((status = 'running') = (lease_until IS NOT NULL)),
  CHECK ((status IN ('completed', 'expired')) = (expires_at IS NOT NULL))
);
CREATE INDEX export_job_owner ON export_job (owner_id, id DESC);
CREATE INDEX export_job_open ON export_job (status) WHERE status IN ('queued', 'running', 'completed');

-- An address that fetches one file once, from the session that asked for it. Only the hash is kept.
CREATE TABLE export_ticket (
  ticket_hash text PRIMARY KEY,
  export_id bigint NOT NULL REFERENCES export_job,
  session_id bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX export_ticket_expires ON export_ticket (expires_at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    REVOKE SELECT ON export_ticket FROM suanpan_report;
  END IF;
END $$;
