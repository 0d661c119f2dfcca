-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Money that fits no order as it stands: mismatches, blocked or late payers, unknown transfers (L250).

CREATE TABLE receipt (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  order_id bigint,
  provider_ref text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  taken bigint NOT NULL DEFAULT 0,
  CONSTRAINT receipt_channel_account_id_provider_ref_key UNIQUE (channel_account_id, provider_ref),
  CONSTRAINT receipt_pkey PRIMARY KEY (id),
  CONSTRAINT receipt_check CHECK (((taken >= 0) AND (taken <= amount)))
);
CREATE INDEX receipt_open ON receipt USING btree (order_id) WHERE (closed_at IS NULL);
CREATE INDEX receipt_order ON receipt USING btree (order_id) WHERE (order_id IS NOT NULL);
