-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- Zero stands for no general agent and no channel, an empty text for no failure.

CREATE TABLE payout_channel_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  failure text NOT NULL,
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  ended_count bigint NOT NULL,
  ended_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  sub_agent_fee numeric NOT NULL,
  middleman_fee numeric NOT NULL,
  system_fee numeric NOT NULL,
  kept_endpoint_fee numeric NOT NULL,
  kept_sub_agent_fee numeric NOT NULL,
  kept_middleman_fee numeric NOT NULL,
  kept_system_fee numeric NOT NULL,
  CONSTRAINT payout_channel_day_pkey PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure)
);
CREATE INDEX payout_channel_day_agent ON payout_channel_day USING btree (agent_id, day);
CREATE INDEX payout_channel_day_customer ON payout_channel_day USING btree (customer_id, day);
