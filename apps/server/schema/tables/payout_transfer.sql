-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126170000_chan_watched_payouts
-- The transactions that people named for payouts.

CREATE TABLE payout_transfer (
  order_id bigint NOT NULL,
  tx_hash text NOT NULL,
  state text NOT NULL DEFAULT 'asked'::text,
  refusal text,
  named_by bigint NOT NULL,
  named_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone,
  CONSTRAINT payout_transfer_pkey PRIMARY KEY (order_id, tx_hash),
  CONSTRAINT payout_transfer_named_by_fkey FOREIGN KEY (named_by) REFERENCES app_user(id),
  CONSTRAINT payout_transfer_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_order(id),
  CONSTRAINT payout_transfer_check CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT payout_transfer_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'refused'::text, 'replaced'::text]))),
  CONSTRAINT payout_transfer_tx_hash_check CHECK ((tx_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE UNIQUE INDEX payout_transfer_asked ON payout_transfer USING btree (order_id) WHERE (state = 'asked'::text);
CREATE UNIQUE INDEX payout_transfer_once ON payout_transfer USING btree (tx_hash) WHERE (state = 'asked'::text);
