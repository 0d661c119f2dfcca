-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121190000_installation

CREATE TABLE installation (
  singleton boolean NOT NULL DEFAULT true,
  mode text NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT installation_pkey PRIMARY KEY (singleton),
  CONSTRAINT installation_mode_check CHECK ((mode = ANY (ARRAY['production'::text, 'demo'::text, 'development'::text]))),
  CONSTRAINT installation_singleton_check CHECK (singleton)
);
CREATE TRIGGER installation_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON installation FOR EACH STATEMENT EXECUTE FUNCTION keep_installation();
