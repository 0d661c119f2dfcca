-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- Used by the Socket.IO adapter for payloads too large for NOTIFY.

CREATE TABLE socket_io_attachments (
  id bigint NOT NULL DEFAULT nextval('socket_io_attachments_id_seq'::regclass),
  created_at timestamp with time zone DEFAULT now(),
  payload bytea,
  CONSTRAINT socket_io_attachments_id_key UNIQUE (id)
);
