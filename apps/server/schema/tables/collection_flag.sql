-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121186100_collection_flag

CREATE TABLE collection_flag (
  order_id bigint NOT NULL,
  reason text NOT NULL,
  about text NOT NULL,
  flagged_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_flag_pkey PRIMARY KEY (order_id, reason, about)
);
