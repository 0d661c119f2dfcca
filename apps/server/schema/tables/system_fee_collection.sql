-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income

CREATE TABLE system_fee_collection (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  agent_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  for_month date,
  maker_id bigint,
  reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT system_fee_collection_agent_id_currency_for_month_key UNIQUE (agent_id, currency, for_month),
  CONSTRAINT system_fee_collection_pkey PRIMARY KEY (id),
  CONSTRAINT system_fee_collection_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT system_fee_collection_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT system_fee_collection_amount_check CHECK ((amount > 0)),
  CONSTRAINT system_fee_collection_check CHECK ((((for_month IS NULL) = (maker_id IS NOT NULL)) AND ((maker_id IS NULL) = (reason IS NULL))))
);
CREATE TRIGGER system_fee_collection_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON system_fee_collection FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
