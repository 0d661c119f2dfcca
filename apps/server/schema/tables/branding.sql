-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity

CREATE TABLE branding (
  agent_id bigint,
  app_name text NOT NULL,
  logo text NOT NULL DEFAULT ''::text,
  color text NOT NULL DEFAULT ''::text,
  domain text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT branding_domain_key UNIQUE (domain),
  CONSTRAINT branding_once UNIQUE NULLS NOT DISTINCT (agent_id),
  CONSTRAINT branding_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id)
);
