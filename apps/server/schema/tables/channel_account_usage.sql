-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- What comes to a receiving account with a limit on what it may hold, beyond the balance that its provider told last.

CREATE TABLE channel_account_usage (
  channel_account_id bigint NOT NULL,
  pending bigint NOT NULL DEFAULT 0,
  received bigint NOT NULL DEFAULT 0,
  is_whole boolean NOT NULL DEFAULT true,
  CONSTRAINT channel_account_usage_pkey PRIMARY KEY (channel_account_id),
  CONSTRAINT channel_account_usage_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id) ON DELETE CASCADE
);
