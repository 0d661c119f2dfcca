-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129100000_payer_slices

CREATE TABLE payer_slice (
  last_id bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  names integer[] NOT NULL,
  name_ids bigint[] NOT NULL,
  digits integer[] NOT NULL,
  digits_ids bigint[] NOT NULL,
  addresses integer[] NOT NULL,
  address_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  amount_ids bigint[] NOT NULL,
  CONSTRAINT payer_slice_pkey PRIMARY KEY (last_id)
);
