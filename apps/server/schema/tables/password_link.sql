-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121101000_session_guards

CREATE TABLE password_link (
  token_hash text NOT NULL,
  user_id bigint NOT NULL,
  made_by bigint,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT password_link_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_link_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT password_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX password_link_user ON password_link USING btree (user_id);
