-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113200_broadcast

CREATE TABLE broadcast (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  content text NOT NULL,
  level text NOT NULL,
  color text NOT NULL,
  sound boolean NOT NULL,
  roles text[] NOT NULL,
  agent_id bigint,
  user_ids bigint[] NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  recipients integer,
  CONSTRAINT broadcast_pkey PRIMARY KEY (id),
  CONSTRAINT broadcast_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT broadcast_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT broadcast_color_check CHECK ((color = ANY (ARRAY['blue'::text, 'green'::text, 'orange'::text, 'red'::text, 'violet'::text]))),
  CONSTRAINT broadcast_level_check CHECK ((level = ANY (ARRAY['info'::text, 'warning'::text, 'danger'::text])))
);
