-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day

CREATE TABLE account_day (
  account_id bigint NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  change numeric NOT NULL,
  first_journal bigint NOT NULL,
  last_journal bigint NOT NULL,
  CONSTRAINT account_day_pkey PRIMARY KEY (account_id, day, event)
);
CREATE INDEX account_day_day ON account_day USING btree (day);
