-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121115000_exports

CREATE TABLE export_job (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint NOT NULL,
  acting_for bigint,
  session_id bigint,
  kind text NOT NULL,
  filter jsonb NOT NULL,
  columns text[] NOT NULL,
  format text NOT NULL,
  locale text NOT NULL,
  region text NOT NULL,
  status text NOT NULL,
  progress integer NOT NULL DEFAULT 0,
  row_count bigint,
  bytes bigint,
  file text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  error text,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  tenant_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT export_job_file_key UNIQUE (file),
  CONSTRAINT export_job_pkey PRIMARY KEY (id),
  CONSTRAINT export_job_acting_for_fkey FOREIGN KEY (acting_for) REFERENCES app_user(id),
  CONSTRAINT export_job_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT export_job_check CHECK (((status = 'running'::text) = (lease_until IS NOT NULL))),
  CONSTRAINT export_job_check1 CHECK (((status = ANY (ARRAY['completed'::text, 'expired'::text])) = (expires_at IS NOT NULL))),
  CONSTRAINT export_job_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  CONSTRAINT export_job_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT export_job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX export_job_kept ON export_job USING btree (tenant_id, owner_id) WHERE ((removed_at IS NULL) AND (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text])));
CREATE INDEX export_job_open ON export_job USING btree (status) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text]));
CREATE INDEX export_job_owner ON export_job USING btree (owner_id, id DESC);
