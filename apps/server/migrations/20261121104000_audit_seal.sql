-- Up Migration
-- The chain over the audit log. Rows are written unchained, so that writers never wait for each other; one sealer at
-- a time ties those it sees into blocks. A block's hash is keyed with a key outside the database and covers the block
-- before it, so that changing, removing or swapping any sealed row is found.

CREATE TABLE audit_seal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  row_count integer NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);

-- Which block covers a row; kept apart, because the log itself takes no updates.
CREATE TABLE audit_sealed (
  audit_id bigint PRIMARY KEY,
  seal_id bigint NOT NULL REFERENCES audit_seal
);
CREATE INDEX audit_sealed_seal ON audit_sealed (seal_id);

CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_sealed_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_sealed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE UPDATE, DELETE ON audit_seal, audit_sealed FROM suanpan_app;
  END IF;
END $$;
