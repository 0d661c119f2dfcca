-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation

CREATE TABLE outbox_dead (
  id bigint NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  payload json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  parked_at timestamp with time zone NOT NULL DEFAULT now(),
  discarded_at timestamp with time zone,
  discarded_by bigint,
  discard_reason text,
  CONSTRAINT outbox_dead_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_dead_check CHECK (((discarded_at IS NULL) = (discard_reason IS NULL)))
);
