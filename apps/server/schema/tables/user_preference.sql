-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- What a user arranged for himself: columns, views, collapsed groups.

CREATE TABLE user_preference (
  user_id bigint NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT user_preference_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT user_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
