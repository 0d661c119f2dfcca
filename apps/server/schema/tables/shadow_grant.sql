-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121112000_personal
-- Who may act for whom, where the role alone does not allow it; security runs on wall time.

CREATE TABLE shadow_grant (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  grantee_id bigint NOT NULL,
  target_id bigint NOT NULL,
  read_only boolean NOT NULL DEFAULT true,
  reason text NOT NULL,
  granted_by bigint NOT NULL,
  granted_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by bigint,
  CONSTRAINT shadow_grant_pkey PRIMARY KEY (id),
  CONSTRAINT shadow_grant_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES app_user(id),
  CONSTRAINT shadow_grant_grantee_id_fkey FOREIGN KEY (grantee_id) REFERENCES app_user(id),
  CONSTRAINT shadow_grant_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES app_user(id),
  CONSTRAINT shadow_grant_target_id_fkey FOREIGN KEY (target_id) REFERENCES app_user(id),
  CONSTRAINT shadow_grant_check CHECK ((grantee_id <> target_id)),
  CONSTRAINT shadow_grant_check1 CHECK ((granted_by <> grantee_id))
);
CREATE INDEX shadow_grant_open ON shadow_grant USING btree (grantee_id, target_id) WHERE (revoked_at IS NULL);
CREATE TRIGGER shadow_grant_noted AFTER INSERT OR DELETE OR UPDATE ON shadow_grant FOR EACH ROW EXECUTE FUNCTION note_record('shadowGrant', 'id');
