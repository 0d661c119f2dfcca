-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation

CREATE TABLE outbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
