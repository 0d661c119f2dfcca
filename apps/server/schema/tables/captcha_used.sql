-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity

CREATE TABLE captcha_used (
  challenge text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT captcha_used_pkey PRIMARY KEY (challenge)
);
