-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- The chart of accounts (packages/domain/src/accounts.ts; a test holds the two against each other).

CREATE TABLE account_kind (
  kind text NOT NULL,
  external boolean NOT NULL,
  may_go_negative boolean NOT NULL,
  CONSTRAINT account_kind_pkey PRIMARY KEY (kind)
);
