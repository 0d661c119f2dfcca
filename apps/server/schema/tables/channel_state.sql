-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124100000_channel_limits
-- A channel without a row is well.

CREATE TABLE channel_state (
  channel_id bigint NOT NULL,
  state text NOT NULL,
  since timestamp with time zone NOT NULL,
  reason text,
  trips smallint NOT NULL DEFAULT 0,
  CONSTRAINT channel_state_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_state_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT channel_state_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'tripped'::text, 'maintenance'::text])))
);
