-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120100_channel_models

CREATE TABLE channel_swap (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  agent_id bigint,
  direction text NOT NULL,
  from_channel_id bigint NOT NULL,
  to_channel_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  maker_id bigint NOT NULL,
  approval_id bigint,
  reason text NOT NULL,
  affected integer NOT NULL,
  undone_at timestamp with time zone,
  undone_by bigint,
  CONSTRAINT channel_swap_pkey PRIMARY KEY (id),
  CONSTRAINT channel_swap_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT channel_swap_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id),
  CONSTRAINT channel_swap_from_channel_id_fkey FOREIGN KEY (from_channel_id) REFERENCES channel(id),
  CONSTRAINT channel_swap_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT channel_swap_to_channel_id_fkey FOREIGN KEY (to_channel_id) REFERENCES channel(id),
  CONSTRAINT channel_swap_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id),
  CONSTRAINT channel_swap_affected_check CHECK ((affected > 0)),
  CONSTRAINT channel_swap_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  CONSTRAINT channel_swap_check1 CHECK ((from_channel_id <> to_channel_id)),
  CONSTRAINT channel_swap_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text])))
);
