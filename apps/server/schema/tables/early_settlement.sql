-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Money that may pay others before its day (L202), by account and day; payouts draw the oldest first. A row is touched
-- only under the lock of its account's balance.

CREATE TABLE early_settlement (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  settle_at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT early_settlement_account_id_settle_at_key UNIQUE (account_id, settle_at),
  CONSTRAINT early_settlement_pkey PRIMARY KEY (id),
  CONSTRAINT early_settlement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT early_settlement_amount_check CHECK ((amount >= 0))
);
CREATE INDEX early_settlement_at ON early_settlement USING btree (settle_at);
