-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_payout_by_hand
-- Somebody decides it and nobody else meanwhile; wall time, as a person's patience is.

CREATE TABLE payout_lock (
  order_id bigint NOT NULL,
  user_id bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payout_lock_pkey PRIMARY KEY (order_id),
  CONSTRAINT payout_lock_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_order(id),
  CONSTRAINT payout_lock_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX payout_lock_user ON payout_lock USING btree (user_id);
