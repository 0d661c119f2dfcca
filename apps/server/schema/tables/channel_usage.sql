-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Of one business day (UTC+8); a new day begins with a new row. Method 0 is the channel itself, any other one merchant's
-- use of it (customer_method).

CREATE TABLE channel_usage (
  channel_id bigint NOT NULL,
  method_id bigint NOT NULL DEFAULT 0,
  day date NOT NULL,
  amount bigint NOT NULL DEFAULT 0,
  count integer NOT NULL DEFAULT 0,
  is_whole boolean NOT NULL DEFAULT true,
  CONSTRAINT channel_usage_pkey PRIMARY KEY (channel_id, method_id, day),
  CONSTRAINT channel_usage_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE
);
