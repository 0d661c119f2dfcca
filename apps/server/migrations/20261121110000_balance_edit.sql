-- Up Migration
-- Edits by hand of frozen and settleable money. Each is one journal, whose reference is the row's id; the sum of the
-- frozen ones is what may be given back by hand, so that money frozen with an order stays frozen.

CREATE TABLE balance_edit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL CHECK (kind IN ('frozen', 'settleable')),
  currency text NOT NULL,
  -- Minor units; below zero is the way back.
  change bigint NOT NULL CHECK (change <> 0),
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX balance_edit_user ON balance_edit (user_id, kind);

CREATE TRIGGER balance_edit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON balance_edit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT ON balance_edit TO suanpan_app;
    REVOKE UPDATE, DELETE ON balance_edit FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON balance_edit TO suanpan_report;
  END IF;
END $$;
