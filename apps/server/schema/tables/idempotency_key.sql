-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- Replays of money-moving and irreversible calls: the stored answer is given again, byte for byte, to the same caller,
-- acting for the same account, on the same route. It never holds a secret.

CREATE TABLE idempotency_key (
  owner_id bigint NOT NULL,
  effective_id bigint NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  response text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (owner_id, effective_id, endpoint, key)
);
