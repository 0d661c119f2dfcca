-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups

CREATE TABLE collection_hour (
  hour timestamp with time zone NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  currency text NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  CONSTRAINT collection_hour_pkey PRIMARY KEY (hour, agent_id, channel_id, currency)
);
