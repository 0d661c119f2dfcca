-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection

CREATE TABLE protection_version (
  singleton boolean NOT NULL DEFAULT true,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT protection_version_pkey PRIMARY KEY (singleton),
  CONSTRAINT protection_version_singleton_check CHECK (singleton)
);
