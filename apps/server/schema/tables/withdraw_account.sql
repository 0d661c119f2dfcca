-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- Where an owner may have his money sent to. A new account rests before it is used; the platform may let it in sooner, or keep
-- it out for good.

CREATE TABLE withdraw_account (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint NOT NULL,
  type text NOT NULL,
  currency text NOT NULL,
  account_name text,
  bank_code text,
  branch text,
  province text,
  city text,
  alias text,
  card_sealed text,
  card_shown text,
  address text,
  network text,
  account_hash text NOT NULL,
  name_mark text,
  card_mark text,
  usable_from timestamp with time zone NOT NULL,
  refused boolean NOT NULL DEFAULT false,
  decided_by bigint,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT withdraw_account_pkey PRIMARY KEY (id),
  CONSTRAINT withdraw_account_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  CONSTRAINT withdraw_account_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT withdraw_account_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT withdraw_account_check CHECK (
CASE type
    WHEN 'bank'::text THEN ((num_nonnulls(account_name, bank_code, card_sealed, card_shown) = 4) AND (num_nonnulls(address, network) = 0))
    ELSE ((num_nonnulls(address, network) = 2) AND (num_nonnulls(bank_code, card_sealed, card_shown) = 0))
END),
  CONSTRAINT withdraw_account_check1 CHECK (((type = 'chain'::text) OR (currency <> 'USDT'::text))),
  CONSTRAINT withdraw_account_check2 CHECK (((type = 'bank'::text) OR (currency = 'USDT'::text))),
  CONSTRAINT withdraw_account_type_check CHECK ((type = ANY (ARRAY['bank'::text, 'chain'::text])))
);
CREATE UNIQUE INDEX withdraw_account_once ON withdraw_account USING btree (owner_id, account_hash) WHERE (deleted_at IS NULL);
