-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE holiday (
  day date NOT NULL,
  name text NOT NULL,
  CONSTRAINT holiday_pkey PRIMARY KEY (day)
);
