-- Up Migration
-- Who is kept out and how often one may call: lists of addresses, names and cards, and the rules of the firewall. Every
-- process keeps them in memory; the version tells it within a second that they changed, whoever changed them.

CREATE TABLE protection_version (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO protection_version DEFAULT VALUES;

CREATE FUNCTION protection_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE protection_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE TABLE block_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `door`: an address that may call nothing; the others keep a payer or a payee from an order.
  kind text NOT NULL CHECK (kind IN ('door', 'ip', 'name', 'card')),
  -- Whose tree it holds for; null for the whole platform.
  agent_id bigint REFERENCES app_user,
  -- An address or a CIDR block as it stands; of names and cards the keyed hash alone.
  value text NOT NULL,
  shown text NOT NULL,
  note text NOT NULL,
  created_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  hits bigint NOT NULL DEFAULT 0,
  last_hit_at timestamptz,
  CONSTRAINT block_entry_once UNIQUE NULLS NOT DISTINCT (kind, agent_id, value)
);
CREATE TRIGGER block_entry_changed AFTER INSERT OR DELETE ON block_entry
  FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();

CREATE TABLE firewall_rule (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  path_class text NOT NULL CHECK (path_class IN ('door', 'backOffice', 'merchantApi', 'checkout', 'notify', 'everything')),
  key_kind text NOT NULL CHECK (key_kind IN ('ip', 'user', 'apiKey')),
  window_s integer NOT NULL CHECK (window_s BETWEEN 1 AND 86400),
  attempts integer NOT NULL CHECK (attempts BETWEEN 1 AND 1000000),
  -- 0 refuses until the window ends; more keeps the key out for that long.
  ban_s integer NOT NULL DEFAULT 0 CHECK (ban_s BETWEEN 0 AND 2592000),
  agent_id bigint REFERENCES app_user,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE TRIGGER firewall_rule_changed AFTER INSERT OR UPDATE OR DELETE ON firewall_rule
  FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();
-- The specification's example ships as the rule of the door, where calls need no session.
INSERT INTO firewall_rule (name, path_class, key_kind, window_s, attempts, created_at, updated_at)
VALUES ('60 / min', 'door', 'ip', 60, 60, business_now(), business_now());

-- Bans are wall time, as every limit is.
CREATE TABLE firewall_ban (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id bigint NOT NULL REFERENCES firewall_rule ON DELETE CASCADE,
  key text NOT NULL,
  shown text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by bigint REFERENCES app_user
);
CREATE INDEX firewall_ban_open ON firewall_ban (until) WHERE lifted_at IS NULL;
CREATE TRIGGER firewall_ban_changed AFTER INSERT OR UPDATE OR DELETE ON firewall_ban
  FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();

-- Counters of the rules, shared by all processes. A crash forgives a window, so the table writes no WAL.
CREATE UNLOGGED TABLE firewall_count (
  rule_id bigint NOT NULL,
  key text NOT NULL,
  n integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, key)
);
CREATE INDEX firewall_count_ends ON firewall_count (ends_at);
