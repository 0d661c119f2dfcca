-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- From when on the uses of an account count again: somebody cleared them.

CREATE TABLE withdraw_card_clear (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_hash text NOT NULL,
  cleared_by bigint NOT NULL,
  reason text NOT NULL,
  cleared_at timestamp with time zone NOT NULL,
  CONSTRAINT withdraw_card_clear_pkey PRIMARY KEY (id),
  CONSTRAINT withdraw_card_clear_cleared_by_fkey FOREIGN KEY (cleared_by) REFERENCES app_user(id)
);
CREATE INDEX withdraw_card_clear_hash ON withdraw_card_clear USING btree (account_hash, cleared_at);
