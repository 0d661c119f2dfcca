-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121191000_proof_point

CREATE TABLE proof_point (
  singleton boolean NOT NULL DEFAULT true,
  taken_at timestamp with time zone NOT NULL,
  journal_id bigint NOT NULL,
  CONSTRAINT proof_point_pkey PRIMARY KEY (singleton),
  CONSTRAINT proof_point_singleton_check CHECK (singleton)
);
