-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE api_usage (
  api_key_id bigint NOT NULL,
  minute timestamp with time zone NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT api_usage_pkey PRIMARY KEY (api_key_id, minute)
);
