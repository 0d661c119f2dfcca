-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- How long orders stay online, and how long what was said of them is kept once they are archived; days of the business. Zero:
-- nothing moves, nothing is dropped. Nobody is let to move what refunds, charge-backs, exports, statements of providers and
-- the screens with figures ask for every day.

CREATE TABLE archive_setting (
  one boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  online_days integer NOT NULL DEFAULT 400,
  exchange_days integer NOT NULL DEFAULT 0,
  CONSTRAINT archive_setting_pkey PRIMARY KEY (one),
  CONSTRAINT archive_setting_exchange_days_check CHECK (((exchange_days = 0) OR ((exchange_days >= 30) AND (exchange_days <= 3650)))),
  CONSTRAINT archive_setting_one_check CHECK (one),
  CONSTRAINT archive_setting_online_days_check CHECK (((online_days = 0) OR ((online_days >= 120) AND (online_days <= 3650))))
);
