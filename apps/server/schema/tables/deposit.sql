-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110100_deposit

CREATE TABLE deposit (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  no text NOT NULL GENERATED ALWAYS AS (('D'::text || lpad((id)::text, 10, '0'::text))) STORED,
  owner_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  fee bigint,
  method text NOT NULL,
  payer_last5 text,
  tx_hash text,
  note text,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  decided_by bigint,
  decision_reason text,
  completed_at timestamp with time zone,
  status text NOT NULL DEFAULT 'pending'::text,
  slip text,
  CONSTRAINT deposit_no_key UNIQUE (no),
  CONSTRAINT deposit_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT deposit_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  CONSTRAINT deposit_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT deposit_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT deposit_slip_fkey FOREIGN KEY (slip) REFERENCES payout_slip(hash),
  CONSTRAINT deposit_amount_check CHECK ((amount > 0)),
  CONSTRAINT deposit_check CHECK (((fee >= 0) AND (fee < amount))),
  CONSTRAINT deposit_check1 CHECK ((((method = 'bank'::text) = (payer_last5 IS NOT NULL)) AND ((method = 'chain'::text) = (tx_hash IS NOT NULL)))),
  CONSTRAINT deposit_check2 CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (decided_by IS NULL)))),
  CONSTRAINT deposit_check3 CHECK (((status = 'credited'::text) = (fee IS NOT NULL))),
  CONSTRAINT deposit_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'chain'::text]))),
  CONSTRAINT deposit_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'credited'::text, 'rejected'::text, 'cancelled'::text])))
);
CREATE INDEX deposit_agent ON deposit USING btree (agent_id, created_at DESC, id DESC);
CREATE INDEX deposit_newest ON deposit USING btree (created_at DESC, id DESC);
CREATE INDEX deposit_open ON deposit USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX deposit_owner ON deposit USING btree (owner_id, created_at DESC, id DESC);
CREATE INDEX deposit_reference ON deposit USING btree (reference_key(tx_hash)) WHERE (tx_hash IS NOT NULL);
CREATE INDEX deposit_slip ON deposit USING btree (slip) WHERE (slip IS NOT NULL);
CREATE UNIQUE INDEX deposit_claim ON deposit USING btree (owner_id, reference_key(tx_hash)) WHERE ((tx_hash IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'credited'::text])));
CREATE UNIQUE INDEX deposit_transfer ON deposit USING btree (reference_key(tx_hash)) WHERE ((tx_hash IS NOT NULL) AND (status = 'credited'::text));
CREATE TRIGGER deposit_claimed BEFORE INSERT ON deposit FOR EACH ROW WHEN ((new.tx_hash IS NOT NULL)) EXECUTE FUNCTION hold_claim();
