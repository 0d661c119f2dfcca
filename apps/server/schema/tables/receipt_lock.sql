-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- Receipts that somebody has to himself for a few minutes.

CREATE TABLE receipt_lock (
  order_id bigint NOT NULL,
  user_id bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT receipt_lock_pkey PRIMARY KEY (order_id)
);
CREATE INDEX receipt_lock_user ON receipt_lock USING btree (user_id);
