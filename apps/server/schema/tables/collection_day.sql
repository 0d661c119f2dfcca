-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups

CREATE TABLE collection_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  created_count bigint NOT NULL,
  created_amount numeric NOT NULL,
  success_count bigint NOT NULL,
  success_amount numeric NOT NULL,
  actual_amount numeric NOT NULL,
  accounted_amount numeric NOT NULL,
  fee numeric NOT NULL,
  endpoint_fee numeric NOT NULL,
  CONSTRAINT collection_day_pkey PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, currency)
);
CREATE INDEX collection_day_customer ON collection_day USING btree (customer_id, day);
