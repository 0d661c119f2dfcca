-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100000_keep_payers

CREATE TABLE collection_payer (
  order_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  payer_mark text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT collection_payer_pkey PRIMARY KEY (order_id),
  CONSTRAINT collection_payer_order_id_fkey FOREIGN KEY (order_id) REFERENCES collection_order(id)
);
CREATE INDEX collection_payer_known ON collection_payer USING btree (customer_id, payer_mark, at DESC, order_id DESC);
