-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate

CREATE TABLE money_pause (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  direction text NOT NULL,
  agent_id bigint,
  provider_id bigint,
  until timestamp with time zone,
  reason text NOT NULL,
  paused_by bigint NOT NULL,
  paused_at timestamp with time zone NOT NULL,
  CONSTRAINT money_pause_direction_agent_id_provider_id_key UNIQUE NULLS NOT DISTINCT (direction, agent_id, provider_id),
  CONSTRAINT money_pause_pkey PRIMARY KEY (id),
  CONSTRAINT money_pause_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT money_pause_paused_by_fkey FOREIGN KEY (paused_by) REFERENCES app_user(id),
  CONSTRAINT money_pause_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES provider(id),
  CONSTRAINT money_pause_check CHECK (((provider_id IS NULL) OR (agent_id IS NULL))),
  CONSTRAINT money_pause_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT money_pause_reason_check CHECK ((reason <> ''::text))
);
