-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- Each time step of an authenticator counts once per user.

CREATE TABLE totp_used (
  user_id bigint NOT NULL,
  step bigint NOT NULL,
  CONSTRAINT totp_used_pkey PRIMARY KEY (user_id, step),
  CONSTRAINT totp_used_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
