-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers

CREATE TABLE awaited_transfer (
  order_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  destination text NOT NULL,
  amount bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  freed_at timestamp with time zone,
  CONSTRAINT awaited_transfer_pkey PRIMARY KEY (order_id, channel_account_id),
  CONSTRAINT awaited_transfer_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT awaited_transfer_amount_check CHECK ((amount > 0))
);
CREATE INDEX awaited_at ON awaited_transfer USING btree (channel_account_id, destination, until);
CREATE UNIQUE INDEX awaited_once ON awaited_transfer USING btree (channel_account_id, destination, amount) WHERE (freed_at IS NULL);
