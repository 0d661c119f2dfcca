-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- What of settled orders has not been released: left by the release, order by order, under the order's lock. The key is
-- the order's own settle_at ('infinity' where it waits for a person) and its id.

CREATE TABLE settlement_due (
  settle_at timestamp with time zone NOT NULL,
  order_id bigint NOT NULL,
  remaining bigint[],
  set_aside_at timestamp with time zone,
  set_aside_reason text,
  frozen_by bigint,
  CONSTRAINT settlement_due_pkey PRIMARY KEY (settle_at, order_id)
);
CREATE INDEX settlement_due_aside ON settlement_due USING btree (order_id) WHERE (set_aside_at IS NOT NULL);
