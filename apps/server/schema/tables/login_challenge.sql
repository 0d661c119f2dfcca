-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- The pause between a right password and the second factor.

CREATE TABLE login_challenge (
  id text NOT NULL,
  user_id bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  browser boolean NOT NULL DEFAULT false,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT login_challenge_pkey PRIMARY KEY (id),
  CONSTRAINT login_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
