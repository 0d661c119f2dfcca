-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity

CREATE TABLE login_attempt (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  user_id bigint,
  ip text NOT NULL,
  user_agent text,
  outcome text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT login_attempt_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempt_at ON login_attempt USING btree (at);
CREATE INDEX login_attempt_name ON login_attempt USING btree (lower(username), at);
CREATE INDEX login_attempt_user ON login_attempt USING btree (user_id, id);
CREATE TRIGGER login_attempt_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON login_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
