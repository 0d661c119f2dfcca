-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140100_channel_checks

CREATE TABLE channel_check (
  channel_id bigint NOT NULL,
  lamp text NOT NULL,
  last_at timestamp with time zone NOT NULL,
  ms integer,
  error text,
  uptime_24h numeric(5,2),
  CONSTRAINT channel_check_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_check_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  CONSTRAINT channel_check_lamp_check CHECK ((lamp = ANY (ARRAY['green'::text, 'amber'::text, 'red'::text, 'grey'::text])))
);
