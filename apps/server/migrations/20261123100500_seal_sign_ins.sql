-- Up Migration
-- Attempts to sign in are sealed as the log and the books are, by the same sealer and afterwards, so that no sign-in waits for it:
-- whoever takes one away, changes one or adds one is found.

ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_source_check;
ALTER TABLE audit_seal ADD CONSTRAINT audit_seal_source_check CHECK (source IN ('log', 'books', 'signIns'));

CREATE FUNCTION seal_text(l login_attempt) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(l.at, l.username, l.user_id, l.ip, l.user_agent, l.outcome)::text
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON SEQUENCE login_attempt_id_seq TO suanpan_report;
  END IF;
END $$;
