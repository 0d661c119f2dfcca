-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- The journal up to which the sums count all.

CREATE TABLE income_fold (
  singleton boolean NOT NULL DEFAULT true,
  journal_id bigint NOT NULL,
  CONSTRAINT income_fold_pkey PRIMARY KEY (singleton),
  CONSTRAINT income_fold_singleton_check CHECK (singleton)
);
