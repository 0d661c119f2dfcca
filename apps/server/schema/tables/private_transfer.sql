-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122132100_private_transfer

CREATE TABLE private_transfer (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  agent_id bigint,
  customer_id bigint,
  real_name text NOT NULL,
  name_mark text NOT NULL,
  last5 text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  note text,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT private_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT private_transfer_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT private_transfer_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT private_transfer_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT private_transfer_amount_check CHECK ((amount > 0)),
  CONSTRAINT private_transfer_check CHECK (((customer_id IS NULL) OR (agent_id IS NOT NULL))),
  CONSTRAINT private_transfer_last5_check CHECK ((last5 ~ '^[0-9]{5}$'::text))
);
CREATE INDEX private_transfer_agent ON private_transfer USING btree (agent_id, id);
CREATE INDEX private_transfer_customer ON private_transfer USING btree (customer_id, id);
CREATE INDEX private_transfer_paid ON private_transfer USING btree (paid_at);
