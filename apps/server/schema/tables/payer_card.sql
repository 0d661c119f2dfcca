-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210100_payer_card

CREATE TABLE payer_card (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_id bigint NOT NULL,
  bank_code text NOT NULL,
  account_name text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  limit_count integer NOT NULL,
  limit_amount bigint NOT NULL,
  enabled boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  cleared_at timestamp with time zone,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT payer_card_pkey PRIMARY KEY (id),
  CONSTRAINT payer_card_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT payer_card_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT payer_card_limit_amount_check CHECK ((limit_amount >= 0)),
  CONSTRAINT payer_card_limit_count_check CHECK ((limit_count >= 0))
);
CREATE UNIQUE INDEX payer_card_once ON payer_card USING btree (channel_id, card_hash) WHERE (removed_at IS NULL);
