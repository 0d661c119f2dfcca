-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140200_routing_replay

CREATE TABLE routing_replay (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  agent_id bigint,
  day date NOT NULL,
  customer_id bigint,
  changes jsonb NOT NULL,
  state text NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  result jsonb,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  direction text NOT NULL,
  CONSTRAINT routing_replay_pkey PRIMARY KEY (id),
  CONSTRAINT routing_replay_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT routing_replay_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT routing_replay_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX routing_replay_user ON routing_replay USING btree (user_id, id DESC);
CREATE UNIQUE INDEX routing_replay_running ON routing_replay USING btree (user_id) WHERE (state = 'running'::text);
