-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121104000_audit_seal

CREATE TABLE audit_seal (
  id bigint NOT NULL,
  source text NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  horizon xid8 NOT NULL,
  top bigint NOT NULL,
  ids int8multirange NOT NULL,
  awaited int8multirange NOT NULL,
  given_up int8multirange NOT NULL,
  digest bytea NOT NULL,
  prints bytea NOT NULL,
  previous text NOT NULL,
  head text NOT NULL,
  CONSTRAINT audit_seal_pkey PRIMARY KEY (id),
  CONSTRAINT audit_seal_source_check CHECK ((source = ANY (ARRAY['log'::text, 'books'::text, 'signIns'::text])))
);
CREATE INDEX audit_seal_rows ON audit_seal USING gist (ids) WHERE (source = 'log'::text);
CREATE INDEX audit_seal_source ON audit_seal USING btree (source, id);
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
