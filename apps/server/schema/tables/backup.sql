-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150100_backup

CREATE TABLE backup (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL,
  note text NOT NULL,
  made_by bigint,
  asked_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  file text,
  bytes bigint,
  sha256 text,
  lsn text,
  error text,
  verify_state text,
  verified_at timestamp with time zone,
  verified jsonb,
  ticket_hash text,
  ticket_until timestamp with time zone,
  ticket_session bigint,
  CONSTRAINT backup_file_key UNIQUE (file),
  CONSTRAINT backup_pkey PRIMARY KEY (id),
  CONSTRAINT backup_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT backup_check CHECK (((state = 'completed'::text) <= ((file IS NOT NULL) AND (bytes IS NOT NULL) AND (lsn IS NOT NULL)))),
  CONSTRAINT backup_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'removed'::text]))),
  CONSTRAINT backup_verify_state_check CHECK ((verify_state = ANY (ARRAY['queued'::text, 'running'::text, 'passed'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX backup_being_tried ON backup USING btree ((true)) WHERE (verify_state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX backup_under_way ON backup USING btree ((true)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
