-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113000_audit_reading

CREATE TABLE audit_proof (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  started_by bigint,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  beat_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  blocks_total integer NOT NULL,
  blocks integer NOT NULL DEFAULT 0,
  row_count bigint NOT NULL DEFAULT 0,
  journal_count bigint NOT NULL DEFAULT 0,
  unsealed integer NOT NULL DEFAULT 0,
  passed boolean,
  findings jsonb NOT NULL DEFAULT '[]'::jsonb,
  head text NOT NULL DEFAULT ''::text,
  CONSTRAINT audit_proof_pkey PRIMARY KEY (id),
  CONSTRAINT audit_proof_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX audit_proof_one_at_a_time ON audit_proof USING btree ((true)) WHERE (finished_at IS NULL);
