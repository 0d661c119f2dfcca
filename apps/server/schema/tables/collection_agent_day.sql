-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129090000_collection_agent_day
-- Zero stands for orders that no channel takes. Amounts in minor units; what was paid is that of successes.

CREATE TABLE collection_agent_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  failed_count bigint NOT NULL,
  failed_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  CONSTRAINT collection_agent_day_pkey PRIMARY KEY (day, agent_id, channel_id, channel_account_id, currency)
);
