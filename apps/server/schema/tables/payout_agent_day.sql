-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201092000_payout_agent_day
-- Zero stands for payouts that no channel takes. Amounts in minor units.

CREATE TABLE payout_agent_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  CONSTRAINT payout_agent_day_pkey PRIMARY KEY (day, agent_id, channel_id, channel_account_id, currency, status)
);
