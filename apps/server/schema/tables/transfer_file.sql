-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100100_transfer_files
-- A file that somebody looked at; its lines are told once it is taken.

CREATE TABLE transfer_file (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  hash bytea NOT NULL,
  file_name text NOT NULL,
  lines jsonb NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone,
  CONSTRAINT transfer_file_once UNIQUE (channel_account_id, hash),
  CONSTRAINT transfer_file_pkey PRIMARY KEY (id),
  CONSTRAINT transfer_file_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT transfer_file_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id)
);
