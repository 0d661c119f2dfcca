-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201090000_collection_merchant_day
-- Zero stands for no general agent, and for orders that no channel takes. Amounts in minor units; what was paid is that of successes.

CREATE TABLE collection_merchant_day (
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
  failed_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  CONSTRAINT collection_merchant_day_pkey PRIMARY KEY (customer_id, day, agent_id, sub_agent_id, channel_id, channel_account_id, currency)
);
CREATE INDEX collection_merchant_day_general ON collection_merchant_day USING btree (NULLIF(sub_agent_id, 0), day);
