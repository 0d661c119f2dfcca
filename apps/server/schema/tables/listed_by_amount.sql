-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201091000_orders_by_amount
-- Orders up to this one are listed.

CREATE TABLE listed_by_amount (
  order_kind text NOT NULL,
  last_id bigint NOT NULL,
  CONSTRAINT listed_by_amount_pkey PRIMARY KEY (order_kind),
  CONSTRAINT listed_by_amount_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
