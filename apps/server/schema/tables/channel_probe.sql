-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140100_channel_checks
-- Each question to a channel account, for a day and an hour.

CREATE TABLE channel_probe (
  channel_account_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  answered boolean NOT NULL,
  ms integer,
  CONSTRAINT channel_probe_pkey PRIMARY KEY (channel_account_id, at),
  CONSTRAINT channel_probe_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id) ON DELETE CASCADE
);
