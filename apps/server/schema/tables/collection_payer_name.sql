-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122132000_collection_setting

CREATE TABLE collection_payer_name (
  order_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  name_mark text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT collection_payer_name_pkey PRIMARY KEY (order_id),
  CONSTRAINT collection_payer_name_order_id_fkey FOREIGN KEY (order_id) REFERENCES collection_order(id)
);
CREATE INDEX collection_payer_name_pool ON collection_payer_name USING btree (channel_account_id, name_mark, at);
