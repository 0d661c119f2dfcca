-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122132000_collection_setting
-- Somebody has an order to himself, and nobody else decides it meanwhile; wall time, as a person's patience is.

CREATE TABLE collection_lock (
  order_id bigint NOT NULL,
  user_id bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT collection_lock_pkey PRIMARY KEY (order_id),
  CONSTRAINT collection_lock_order_id_fkey FOREIGN KEY (order_id) REFERENCES collection_order(id),
  CONSTRAINT collection_lock_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX collection_lock_user ON collection_lock USING btree (user_id);
