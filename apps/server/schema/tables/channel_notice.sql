-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Every notice as it came, also forged ones and those that fit no order.

CREATE TABLE channel_notice (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  received_at timestamp with time zone NOT NULL,
  raw bytea NOT NULL,
  headers jsonb NOT NULL,
  event_id text,
  order_no text,
  outcome text NOT NULL,
  ip text,
  CONSTRAINT channel_notice_pkey PRIMARY KEY (id)
);
CREATE INDEX channel_notice_at ON channel_notice USING brin (received_at);
CREATE UNIQUE INDEX channel_notice_once ON channel_notice USING btree (channel_account_id, event_id) WHERE (outcome = 'accepted'::text);
