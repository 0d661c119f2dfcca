-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- What open orders hold of these; gone once the order has ended or goes another way.

CREATE TABLE channel_reservation (
  order_kind text NOT NULL,
  order_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  method_id bigint NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT channel_reservation_pkey PRIMARY KEY (order_kind, order_id),
  CONSTRAINT channel_reservation_amount_check CHECK ((amount > 0)),
  CONSTRAINT channel_reservation_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
