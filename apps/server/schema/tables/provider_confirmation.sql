-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Every payment that a provider confirmed and we booked, once: by it an order was settled, or a receipt was written.

CREATE TABLE provider_confirmation (
  channel_account_id bigint NOT NULL,
  provider_ref text NOT NULL,
  order_id bigint,
  amount bigint NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  CONSTRAINT confirmation_once PRIMARY KEY (channel_account_id, provider_ref)
);
CREATE INDEX provider_confirmation_at ON provider_confirmation USING brin (confirmed_at) WITH (autosummarize='on');
