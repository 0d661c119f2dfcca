-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_payout_payee

CREATE TABLE saved_payee (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  account_name text NOT NULL,
  bank_code text NOT NULL,
  branch text,
  card_sealed text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  alias text,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  usable_from timestamp with time zone NOT NULL,
  CONSTRAINT saved_payee_once UNIQUE (customer_id, card_hash),
  CONSTRAINT saved_payee_pkey PRIMARY KEY (id),
  CONSTRAINT saved_payee_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT saved_payee_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id)
);
