-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- The news of a batch in one row. `ids` are its events, drawn from the outbox's own sequence. `payload` holds a list for
-- each field that differs by event, in the order of `ids`, and a plain value for what is the same in all; it always has
-- the list `order_id`, and each event is about '<noun of the kind>:<order_id>'.

CREATE TABLE outbox_batch (
  id bigint NOT NULL DEFAULT nextval('outbox_id_seq'::regclass),
  kind text NOT NULL,
  ids bigint[] NOT NULL,
  payload json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT outbox_batch_pkey PRIMARY KEY (id)
);
