-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121112000_personal
-- Waits between the proof of the old authenticator and the first code of the new one; wall time.

CREATE TABLE two_factor_change (
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  secret_sealed text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT two_factor_change_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_factor_change_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id),
  CONSTRAINT two_factor_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
