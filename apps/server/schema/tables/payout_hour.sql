-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127160000_payout_hour

CREATE TABLE payout_hour (
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  begins_at timestamp with time zone NOT NULL,
  key_id bigint NOT NULL,
  person_id bigint NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  refunds bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  peak bigint,
  CONSTRAINT payout_hour_pkey PRIMARY KEY (customer_id, currency, begins_at, key_id, person_id)
);
CREATE INDEX payout_hour_person ON payout_hour USING btree (person_id, begins_at) WHERE (person_id <> 0);
