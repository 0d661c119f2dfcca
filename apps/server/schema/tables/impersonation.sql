-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121112000_personal
-- A code lives sixty seconds, counts once, and only its hash is kept.

CREATE TABLE impersonation (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  code_hash text NOT NULL,
  code_expires_at timestamp with time zone NOT NULL,
  operator_id bigint NOT NULL,
  target_id bigint NOT NULL,
  operator_session_id bigint NOT NULL,
  grant_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  session_id bigint,
  CONSTRAINT impersonation_code_hash_key UNIQUE (code_hash),
  CONSTRAINT impersonation_session_id_key UNIQUE (session_id),
  CONSTRAINT impersonation_pkey PRIMARY KEY (id),
  CONSTRAINT impersonation_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES shadow_grant(id),
  CONSTRAINT impersonation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES app_user(id),
  CONSTRAINT impersonation_operator_session_id_fkey FOREIGN KEY (operator_session_id) REFERENCES session(id),
  CONSTRAINT impersonation_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id),
  CONSTRAINT impersonation_target_id_fkey FOREIGN KEY (target_id) REFERENCES app_user(id),
  CONSTRAINT impersonation_check CHECK ((operator_id <> target_id))
);
CREATE INDEX impersonation_grant ON impersonation USING btree (grant_id) WHERE (grant_id IS NOT NULL);
