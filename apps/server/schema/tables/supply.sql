-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- Orders that a person settled, once each.

CREATE TABLE supply (
  order_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  source text NOT NULL,
  receipt_id bigint,
  maker_id bigint NOT NULL,
  maker_person bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT supply_approval_id_key UNIQUE (approval_id),
  CONSTRAINT supply_pkey PRIMARY KEY (order_id),
  CONSTRAINT supply_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT supply_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT supply_maker_person_fkey FOREIGN KEY (maker_person) REFERENCES app_user(id),
  CONSTRAINT supply_order_id_fkey FOREIGN KEY (order_id) REFERENCES collection_order(id),
  CONSTRAINT supply_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipt(id),
  CONSTRAINT supply_amount_check CHECK ((amount > 0)),
  CONSTRAINT supply_check CHECK (((source = 'receipt'::text) = (receipt_id IS NOT NULL))),
  CONSTRAINT supply_check1 CHECK ((maker_id <> checker_id)),
  CONSTRAINT supply_check2 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT supply_source_check CHECK ((source = ANY (ARRAY['receipt'::text, 'provider'::text, 'agent'::text, 'goodwill'::text])))
);
CREATE INDEX supply_customer ON supply USING btree (customer_id, created_at);
CREATE INDEX supply_person ON supply USING btree (maker_person, created_at);
CREATE INDEX supply_receipt ON supply USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE TRIGGER supply_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON supply FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
