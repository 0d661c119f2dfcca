-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- What lies with each provider by our books (A100) and what we owe it for its work (L260): such accounts have no running balance,
-- and nobody waits while all of their journals are read.

CREATE TABLE clearing_day (
  channel_account_id bigint NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  change numeric NOT NULL,
  CONSTRAINT clearing_day_pkey PRIMARY KEY (channel_account_id, kind, day),
  CONSTRAINT clearing_day_kind_fkey FOREIGN KEY (kind) REFERENCES account_kind(kind)
);
