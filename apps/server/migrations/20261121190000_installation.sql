-- Up Migration
-- What this database was begun for. The first start writes it, under the login that also migrates; nobody changes it
-- afterwards, since accounts and books of a demo must never be served as production, nor the other way round.

CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  mode text NOT NULL CHECK (mode IN ('production', 'demo', 'development')),
  begun_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION keep_installation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a database was begun for does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER installation_stands BEFORE UPDATE OR DELETE OR TRUNCATE ON installation
  FOR EACH STATEMENT EXECUTE FUNCTION keep_installation();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON installation FROM suanpan_app;
  END IF;
END $$;
