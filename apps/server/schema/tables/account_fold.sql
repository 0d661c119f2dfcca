-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- The journal up to which all of them count.

CREATE TABLE account_fold (
  singleton boolean NOT NULL DEFAULT true,
  journal_id bigint NOT NULL,
  CONSTRAINT account_fold_pkey PRIMARY KEY (singleton),
  CONSTRAINT account_fold_singleton_check CHECK (singleton)
);
