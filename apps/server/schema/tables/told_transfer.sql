-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100100_transfer_files
-- What came in to an account whose senders have names, by whom it was told.

CREATE TABLE told_transfer (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  source text NOT NULL,
  told_ref text NOT NULL,
  ref text NOT NULL,
  destination text NOT NULL,
  at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  payer_name text,
  payer_last5 text,
  memo text,
  file_id bigint,
  is_open boolean NOT NULL,
  CONSTRAINT told_transfer_once UNIQUE NULLS NOT DISTINCT (channel_account_id, told_ref, file_id),
  CONSTRAINT told_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT told_transfer_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT told_transfer_file_id_fkey FOREIGN KEY (file_id) REFERENCES transfer_file(id),
  CONSTRAINT told_transfer_amount_check CHECK ((amount > 0)),
  CONSTRAINT told_transfer_check CHECK (((source = 'file'::text) = (file_id IS NOT NULL))),
  CONSTRAINT told_transfer_source_check CHECK ((source = ANY (ARRAY['feed'::text, 'file'::text])))
);
CREATE INDEX told_transfer_alike ON told_transfer USING btree (channel_account_id, amount, at);
CREATE INDEX told_transfer_open ON told_transfer USING btree (channel_account_id, at) WHERE is_open;
CREATE INDEX told_transfer_ref ON told_transfer USING btree (channel_account_id, ref);
