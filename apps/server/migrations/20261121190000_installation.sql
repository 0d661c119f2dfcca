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

-- Where money is real the business clock is the wall's: moved on, it would make all money due at once and begin a new day
-- for every limit of a day.
CREATE FUNCTION keep_business_clock() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'the business clock of a production is not moved' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER business_clock_stands BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON business_clock
  FOR EACH STATEMENT EXECUTE FUNCTION keep_business_clock();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON installation FROM suanpan_app;
    -- Nor which migrations made the database, and of what text.
    REVOKE INSERT, UPDATE, DELETE ON migration, migration_text FROM suanpan_app;
    REVOKE INSERT, DELETE ON business_clock FROM suanpan_app;
  END IF;
END $$;
