-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129100000_payer_slices
-- Orders whose payer was told or changed later than most: they are looked at by every search of their dates.

CREATE TABLE payer_changed (
  order_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payer_changed_pkey PRIMARY KEY (order_id)
);
CREATE INDEX payer_changed_at ON payer_changed USING btree (created_at);
