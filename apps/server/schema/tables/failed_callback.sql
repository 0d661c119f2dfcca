-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders
-- Orders whose merchant could not be told.

CREATE TABLE failed_callback (
  order_kind text NOT NULL,
  order_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  CONSTRAINT failed_callback_pkey PRIMARY KEY (order_kind, order_id),
  CONSTRAINT failed_callback_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
CREATE INDEX failed_callback_newest ON failed_callback USING btree (order_kind, created_at DESC, order_id DESC);
