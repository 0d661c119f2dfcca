-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121191000_proof_point

CREATE TABLE proof_balance (
  account_id bigint NOT NULL,
  balance bigint NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT proof_balance_pkey PRIMARY KEY (account_id)
);
