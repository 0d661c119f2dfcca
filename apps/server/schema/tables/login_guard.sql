-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121101000_session_guards
-- Failures by subject: `name:…` (whether such a user exists or not), `device:…` (a browser that once succeeded,
-- so that strangers cannot lock it out), `code:…` (second factors), `ip:…` (how hard the bot check is).

CREATE TABLE login_guard (
  subject text NOT NULL,
  failures integer NOT NULL,
  lock_at integer NOT NULL,
  last_failed_at timestamp with time zone NOT NULL,
  locked_until timestamp with time zone,
  CONSTRAINT login_guard_pkey PRIMARY KEY (subject),
  CONSTRAINT login_guard_lock_at_check CHECK ((lock_at > 0))
);
