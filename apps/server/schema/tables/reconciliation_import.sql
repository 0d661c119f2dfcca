-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- A file, once for each day by the hash of its bytes.

CREATE TABLE reconciliation_import (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  day_id bigint NOT NULL,
  hash bytea NOT NULL,
  file_name text NOT NULL,
  lines integer NOT NULL,
  known integer NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT reconciliation_import_day_id_hash_key UNIQUE (day_id, hash),
  CONSTRAINT reconciliation_import_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_import_day_id_fkey FOREIGN KEY (day_id) REFERENCES reconciliation_day(id),
  CONSTRAINT reconciliation_import_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id)
);
