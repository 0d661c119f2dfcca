-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- Sessions live in wall time. The token itself is never stored.

CREATE TABLE session (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  browser_hash text,
  ip text,
  user_agent text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ended_reason text,
  acting_for bigint,
  second_factor boolean NOT NULL DEFAULT false,
  opened_from bigint,
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_acting_for_fkey FOREIGN KEY (acting_for) REFERENCES app_user(id),
  CONSTRAINT session_opened_from_fkey FOREIGN KEY (opened_from) REFERENCES session(id),
  CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX session_acting ON session USING btree (acting_for) WHERE ((acting_for IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX session_browser ON session USING btree (browser_hash, user_id) WHERE (browser_hash IS NOT NULL);
CREATE INDEX session_open ON session USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX session_opened_from ON session USING btree (opened_from) WHERE ((opened_from IS NOT NULL) AND (ended_at IS NULL));
