-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201091000_orders_by_amount

CREATE TABLE order_by_amount (
  order_kind text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  order_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  CONSTRAINT order_by_amount_pkey PRIMARY KEY (order_kind, currency, amount, order_id) INCLUDE (created_at, customer_id, agent_id),
  CONSTRAINT order_by_amount_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
