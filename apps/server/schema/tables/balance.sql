-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- Only accounts of external owners carry a running balance; platform and clearing accounts would be hot rows.

CREATE TABLE balance (
  account_id bigint NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  may_go_negative boolean NOT NULL DEFAULT false,
  CONSTRAINT balance_pkey PRIMARY KEY (account_id),
  CONSTRAINT balance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT balance_is_covered CHECK (((balance >= 0) OR may_go_negative))
);
