-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders
-- With an order stands whose it is, so that nobody looks through those of others.

CREATE TABLE rare_order (
  order_kind text NOT NULL,
  order_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  status text NOT NULL,
  sub_agent_id bigint,
  channel_id bigint,
  channel_account_id bigint,
  currency text,
  is_test boolean,
  order_amount bigint,
  actual_amount bigint,
  accounted_amount bigint,
  fee bigint,
  CONSTRAINT rare_order_pkey PRIMARY KEY (order_kind, order_id),
  CONSTRAINT rare_order_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
CREATE INDEX rare_order_newest ON rare_order USING btree (order_kind, created_at DESC, order_id DESC) INCLUDE (status);
