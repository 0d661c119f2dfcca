-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger

CREATE TABLE account (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  owner_id bigint,
  channel_account_id bigint,
  currency text NOT NULL,
  book text NOT NULL DEFAULT 'main'::text,
  key text NOT NULL GENERATED ALWAYS AS (account_key(kind, owner_id, channel_account_id, currency, book)) STORED,
  CONSTRAINT account_key_key UNIQUE (key),
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT account_kind_fkey FOREIGN KEY (kind) REFERENCES account_kind(kind),
  CONSTRAINT account_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT account_book_check CHECK ((book = ANY (ARRAY['main'::text, 'test'::text])))
);
CREATE INDEX account_owner ON account USING btree (owner_id);
