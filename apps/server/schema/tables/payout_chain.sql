-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- The accounts between which the payouts of one chain move money, found once: an order names its row, so that nothing has
-- to be looked up by its parts while money moves. Made and read by the doors alone; 0 is nobody.

CREATE TABLE payout_chain (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  middleman_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  book text NOT NULL,
  reserved bigint NOT NULL,
  top_up bigint NOT NULL,
  early bigint NOT NULL,
  settleable bigint NOT NULL,
  owed bigint NOT NULL,
  sub_agent_income bigint,
  middleman_income bigint,
  agent_income bigint NOT NULL,
  agent_owes bigint NOT NULL,
  clearing bigint NOT NULL,
  endpoint bigint NOT NULL,
  system_income bigint NOT NULL,
  suspense bigint NOT NULL,
  CONSTRAINT payout_chain_customer_id_channel_account_id_agent_id_sub_ag_key UNIQUE (customer_id, channel_account_id, agent_id, sub_agent_id, middleman_id, currency, book),
  CONSTRAINT payout_chain_pkey PRIMARY KEY (id)
);
