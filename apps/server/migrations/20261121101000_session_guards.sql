-- Up Migration
-- What guards the door beyond the first tables: counters of failures, one-time links for passwords, sessions that
-- act for another user, and the difference between a user who never bound a second factor and one whose was reset.

ALTER TABLE app_user
  -- Granted to this one user; null means what his role, or else his kind, gives.
  ADD COLUMN permissions text[],
  -- Set when a second factor was taken away: he binds anew inside a locked session instead of at the login.
  ADD COLUMN totp_reset_at timestamptz,
  -- Made by the demo: these accounts alone may be opened with one click.
  ADD COLUMN is_demo boolean NOT NULL DEFAULT false;

ALTER TABLE session
  -- The user acted for while impersonating.
  ADD COLUMN acting_for bigint REFERENCES app_user,
  -- A session opened by a password alone stays locked, also when another session binds the second factor.
  ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
CREATE INDEX session_acting ON session (acting_for) WHERE acting_for IS NOT NULL AND ended_at IS NULL;
CREATE INDEX session_browser ON session (browser_hash, user_id) WHERE browser_hash IS NOT NULL;

-- Failures by subject: `name:…` (whether such a user exists or not), `device:…` (a browser that once succeeded,
-- so that strangers cannot lock it out), `code:…` (second factors), `ip:…` (how hard the bot check is).
CREATE TABLE login_guard (
  subject text PRIMARY KEY,
  failures integer NOT NULL,
  -- So many failures are looked at; what comes after them is not, until the lock is over.
  lock_at integer NOT NULL CHECK (lock_at > 0),
  last_failed_at timestamptz NOT NULL,
  locked_until timestamptz
);

CREATE TABLE password_link (
  token_hash text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  -- Who made it; null for the server's console.
  made_by bigint REFERENCES app_user,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_link_user ON password_link (user_id);

-- The platform's own title and logo is the row without an agent.
ALTER TABLE branding DROP CONSTRAINT branding_pkey;
ALTER TABLE branding ALTER COLUMN agent_id DROP NOT NULL;
ALTER TABLE branding ADD CONSTRAINT branding_once UNIQUE NULLS NOT DISTINCT (agent_id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    REVOKE SELECT ON login_guard, password_link FROM suanpan_report;
  END IF;
END $$;
