-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126170000_chan_watched_payouts
-- Who has a payout in hand to send it: whoever let it go. Nobody else names its transaction, so that no two people send it.

CREATE TABLE payout_in_hand (
  order_id bigint NOT NULL,
  user_id bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT payout_in_hand_pkey PRIMARY KEY (order_id),
  CONSTRAINT payout_in_hand_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_order(id),
  CONSTRAINT payout_in_hand_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
