-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers
-- How far an account was read.

CREATE TABLE channel_feed (
  channel_account_id bigint NOT NULL,
  read_until timestamp with time zone NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT now(),
  answered_at timestamp with time zone NOT NULL DEFAULT now(),
  kept_since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT channel_feed_pkey PRIMARY KEY (channel_account_id),
  CONSTRAINT channel_feed_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id)
);
