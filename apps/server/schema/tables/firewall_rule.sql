-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection

CREATE TABLE firewall_rule (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  path_class text NOT NULL,
  key_kind text NOT NULL,
  window_s integer NOT NULL,
  attempts integer NOT NULL,
  ban_s integer NOT NULL DEFAULT 0,
  agent_id bigint,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT firewall_rule_pkey PRIMARY KEY (id),
  CONSTRAINT firewall_rule_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT firewall_rule_attempts_check CHECK (((attempts >= 1) AND (attempts <= 1000000))),
  CONSTRAINT firewall_rule_ban_s_check CHECK (((ban_s >= 0) AND (ban_s <= 2592000))),
  CONSTRAINT firewall_rule_key_kind_check CHECK ((key_kind = ANY (ARRAY['ip'::text, 'user'::text, 'apiKey'::text]))),
  CONSTRAINT firewall_rule_path_class_check CHECK ((path_class = ANY (ARRAY['door'::text, 'backOffice'::text, 'merchantApi'::text, 'checkout'::text, 'notify'::text, 'everything'::text]))),
  CONSTRAINT firewall_rule_window_s_check CHECK (((window_s >= 1) AND (window_s <= 86400)))
);
CREATE TRIGGER firewall_rule_changed AFTER INSERT OR DELETE OR UPDATE ON firewall_rule FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();
