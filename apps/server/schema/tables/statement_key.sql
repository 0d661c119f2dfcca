-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140200_statement

CREATE TABLE statement_key (
  id text NOT NULL,
  public_key text NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT statement_key_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX statement_key_active ON statement_key USING btree ((true)) WHERE (retired_at IS NULL);
