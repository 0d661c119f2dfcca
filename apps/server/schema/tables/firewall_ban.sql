-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection
-- Bans are wall time, as every limit is.

CREATE TABLE firewall_ban (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  rule_id bigint NOT NULL,
  key text NOT NULL,
  shown text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  until timestamp with time zone NOT NULL,
  lifted_at timestamp with time zone,
  lifted_by bigint,
  CONSTRAINT firewall_ban_pkey PRIMARY KEY (id),
  CONSTRAINT firewall_ban_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES app_user(id),
  CONSTRAINT firewall_ban_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES firewall_rule(id) ON DELETE CASCADE
);
CREATE INDEX firewall_ban_open ON firewall_ban USING btree (until) WHERE (lifted_at IS NULL);
CREATE TRIGGER firewall_ban_changed AFTER INSERT OR DELETE OR UPDATE ON firewall_ban FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();
