-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130000_collection_channel_day
-- Zero stands for no general agent, and for orders that no channel takes.

CREATE TABLE collection_channel_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  failed_count bigint NOT NULL,
  paid_count bigint NOT NULL,
  paid_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  sub_agent_fee numeric NOT NULL,
  middleman_fee numeric NOT NULL,
  system_fee numeric NOT NULL,
  CONSTRAINT collection_channel_day_pkey PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency)
);
CREATE INDEX collection_channel_day_agent ON collection_channel_day USING btree (agent_id, day);
CREATE INDEX collection_channel_day_customer ON collection_channel_day USING btree (customer_id, day);
