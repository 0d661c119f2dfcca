-- Up Migration
-- Sealed statements: what a merchant's day or month came to, signed by the platform, so that anybody can check it without us.
-- A statement is made of a time that is over, so its movements are found again from the postings whenever it is fetched.

CREATE TABLE statement_key (
  id text PRIMARY KEY,
  -- Ed25519: what it is checked with, base64 of the raw key, and what it is signed with, sealed.
  public_key text NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  -- It signs nothing any more, and what it signed is checked with it still.
  retired_at timestamptz
);
CREATE UNIQUE INDEX statement_key_active ON statement_key ((true)) WHERE retired_at IS NULL;

CREATE TABLE statement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  agent_id bigint NOT NULL REFERENCES app_user,
  -- yyyy-mm-dd or yyyy-mm.
  period text NOT NULL,
  currency text NOT NULL,
  -- Exactly the text that is signed.
  head text NOT NULL,
  key_id text NOT NULL REFERENCES statement_key,
  -- Lower hex.
  signature text NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  made_at timestamptz NOT NULL,
  UNIQUE (customer_id, period, currency)
);
CREATE INDEX statement_agent ON statement (agent_id, id DESC);
CREATE TRIGGER statement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT ON statement, statement_key TO suanpan_app;
    REVOKE UPDATE, DELETE ON statement, statement_key FROM suanpan_app;
    GRANT UPDATE (retired_at, private_sealed) ON statement_key TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON statement TO suanpan_report;
    REVOKE SELECT ON statement_key FROM suanpan_report;
  END IF;
END $$;
