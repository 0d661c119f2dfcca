-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- The merchant's own server is asked before a payout leaves (代付反查).

CREATE TABLE audit_setting (
  user_id bigint NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  url text NOT NULL,
  key_sealed text NOT NULL,
  applies text[] NOT NULL DEFAULT '{payout}'::text[],
  last_result text,
  key_set_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT audit_setting_pkey PRIMARY KEY (user_id),
  CONSTRAINT audit_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT audit_setting_applies_check CHECK ((applies <@ ARRAY['payout'::text, 'withdrawal'::text]))
);
CREATE TRIGGER audit_setting_noted AFTER INSERT OR DELETE OR UPDATE ON audit_setting FOR EACH ROW EXECUTE FUNCTION note_audit_setting();
