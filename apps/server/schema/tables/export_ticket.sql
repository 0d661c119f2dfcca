-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121115000_exports
-- An address that fetches one file once, from the session that asked for it. Only the hash is kept.

CREATE TABLE export_ticket (
  ticket_hash text NOT NULL,
  export_id bigint NOT NULL,
  session_id bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT export_ticket_pkey PRIMARY KEY (ticket_hash),
  CONSTRAINT export_ticket_export_id_fkey FOREIGN KEY (export_id) REFERENCES export_job(id)
);
CREATE INDEX export_ticket_expires ON export_ticket USING btree (expires_at);
