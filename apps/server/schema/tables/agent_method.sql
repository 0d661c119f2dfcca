-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- A senior agent's channel and what the platform takes from him for it.

CREATE TABLE agent_method (
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  system_pct numeric(12,8) NOT NULL DEFAULT 0,
  system_per_item bigint NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT agent_method_pkey PRIMARY KEY (agent_id, channel_id),
  CONSTRAINT agent_method_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT agent_method_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id)
);
CREATE TRIGGER agent_price_kept AFTER INSERT OR DELETE OR UPDATE ON agent_method FOR EACH ROW EXECUTE FUNCTION keep_price_version();
CREATE TRIGGER agent_price_noted AFTER INSERT OR DELETE OR UPDATE ON agent_method FOR EACH ROW EXECUTE FUNCTION note_price();
