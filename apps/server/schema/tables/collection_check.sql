-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- Orders that somebody must look at again: an unanswered create, an expiry that could not be confirmed.

CREATE TABLE collection_check (
  order_id bigint NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_check_pkey PRIMARY KEY (order_id)
);
CREATE INDEX collection_check_due ON collection_check USING btree (next_at);
