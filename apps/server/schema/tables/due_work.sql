-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation

CREATE TABLE due_work (
  name text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT due_work_pkey PRIMARY KEY (name, due_at)
);
