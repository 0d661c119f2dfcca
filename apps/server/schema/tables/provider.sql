-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE provider (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  name text NOT NULL,
  driver text NOT NULL,
  CONSTRAINT provider_code_key UNIQUE (code),
  CONSTRAINT provider_pkey PRIMARY KEY (id)
);
