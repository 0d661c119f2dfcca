-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- Smooth weighted round robin per merchant and alias: the state that every server process shares. How each of his methods stands,
-- also of those that took no part lately, and which was drawn last.

CREATE TABLE polling_state (
  customer_id bigint NOT NULL,
  alias text NOT NULL,
  stands jsonb NOT NULL,
  drawn bigint,
  CONSTRAINT polling_state_pkey PRIMARY KEY (customer_id, alias)
);
