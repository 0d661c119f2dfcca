-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- Each run of the checks of the books, kept as evidence.

CREATE TABLE proof_run (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  passed boolean NOT NULL,
  started_by bigint,
  result jsonb NOT NULL,
  CONSTRAINT proof_run_pkey PRIMARY KEY (id)
);
