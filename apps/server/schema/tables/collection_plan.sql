-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- How an order goes, written when a channel is chosen: configuration may change, this order does not. It stands beside
-- the order and not in it, because settling writes a new version of the order's row. Changed only by plan_collections.

CREATE TABLE collection_plan (
  order_id bigint NOT NULL,
  plan_no integer NOT NULL,
  route jsonb NOT NULL,
  fee_snapshot jsonb,
  merchant_fee bigint,
  endpoint_fee bigint,
  credited bigint,
  leg_accounts bigint[],
  leg_accounts_immediate bigint[],
  leg_amounts bigint[],
  legs_held smallint,
  claw_back smallint[],
  claw_back_immediate smallint[],
  early_leg smallint,
  CONSTRAINT collection_plan_pkey PRIMARY KEY (order_id),
  CONSTRAINT plan_credits CHECK ((credited >= 0))
);
