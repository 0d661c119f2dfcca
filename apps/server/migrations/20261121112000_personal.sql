-- Up Migration
-- What a person does to himself and for another: a new authenticator is proved before the old one is replaced;
-- whoever acts for another leaves why, by which grant and from which session; who needs a grant for that has one.

-- Waits between the proof of the old authenticator and the first code of the new one; wall time.
CREATE TABLE two_factor_change (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  session_id bigint NOT NULL REFERENCES session,
  secret_sealed text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);

-- Who may act for whom, where the role alone does not allow it; security runs on wall time.
CREATE TABLE shadow_grant (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  grantee_id bigint NOT NULL REFERENCES app_user,
  target_id bigint NOT NULL REFERENCES app_user,
  -- As it was asked for; who acts for another only ever looks.
  read_only boolean NOT NULL DEFAULT true,
  reason text NOT NULL,
  granted_by bigint NOT NULL REFERENCES app_user,
  granted_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by bigint REFERENCES app_user,
  CHECK (grantee_id <> target_id),
  CHECK (granted_by <> grantee_id)
);
CREATE INDEX shadow_grant_open ON shadow_grant (grantee_id, target_id) WHERE revoked_at IS NULL;

ALTER TABLE session
  -- The session whose owner opened this one to act for another; it ends with it.
  ADD COLUMN opened_from bigint REFERENCES session;
CREATE INDEX session_opened_from ON session (opened_from) WHERE opened_from IS NOT NULL AND ended_at IS NULL;

-- A code lives sixty seconds, counts once, and only its hash is kept.
CREATE TABLE impersonation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash text NOT NULL UNIQUE,
  code_expires_at timestamptz NOT NULL,
  operator_id bigint NOT NULL REFERENCES app_user,
  target_id bigint NOT NULL REFERENCES app_user,
  operator_session_id bigint NOT NULL REFERENCES session,
  grant_id bigint REFERENCES shadow_grant,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when the code was exchanged.
  session_id bigint UNIQUE REFERENCES session,
  CHECK (operator_id <> target_id)
);
CREATE INDEX impersonation_grant ON impersonation (grant_id) WHERE grant_id IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    REVOKE SELECT ON two_factor_change, impersonation FROM suanpan_report;
  END IF;
END $$;
