-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140200_statement

CREATE TABLE statement (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  period text NOT NULL,
  currency text NOT NULL,
  head text NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT statement_customer_id_period_currency_key UNIQUE (customer_id, period, currency),
  CONSTRAINT statement_pkey PRIMARY KEY (id),
  CONSTRAINT statement_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT statement_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT statement_key_id_fkey FOREIGN KEY (key_id) REFERENCES statement_key(id),
  CONSTRAINT statement_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id)
);
CREATE INDEX statement_agent ON statement USING btree (agent_id, id DESC);
CREATE TRIGGER statement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
