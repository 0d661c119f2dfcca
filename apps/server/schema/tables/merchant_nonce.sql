-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- A nonce counts once per key for ten minutes; wall time.

CREATE TABLE merchant_nonce (
  api_key_id bigint NOT NULL,
  nonce text NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT merchant_nonce_pkey PRIMARY KEY (api_key_id, nonce)
);
CREATE INDEX merchant_nonce_seen ON merchant_nonce USING brin (seen_at);
