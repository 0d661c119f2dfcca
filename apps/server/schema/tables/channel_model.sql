-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120100_channel_models

CREATE TABLE channel_model (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  agent_id bigint,
  direction text NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_model_pkey PRIMARY KEY (id),
  CONSTRAINT channel_model_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT channel_model_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT channel_model_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX channel_model_name ON channel_model USING btree (direction, agent_id, name) NULLS NOT DISTINCT;
