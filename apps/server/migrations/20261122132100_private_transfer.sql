-- Up Migration
-- Private transfers: wires that a payer sent straight to a receiving card, noted by hand so that one wire is not claimed
-- for two orders. A register without money: what it finds alike, a person looks at.

CREATE TABLE private_transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose it is: a merchant's, his senior agent's own, or the platform's (neither).
  agent_id bigint REFERENCES app_user,
  customer_id bigint REFERENCES app_user,
  real_name text NOT NULL,
  -- Of the folded name: equal names give equal marks, however they are written.
  name_mark text NOT NULL,
  last5 text NOT NULL CHECK (last5 ~ '^[0-9]{5}$'),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  note text,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  CHECK (customer_id IS NULL OR agent_id IS NOT NULL)
);
CREATE INDEX private_transfer_paid ON private_transfer (paid_at);
CREATE INDEX private_transfer_customer ON private_transfer (customer_id, id);
CREATE INDEX private_transfer_agent ON private_transfer (agent_id, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, DELETE ON private_transfer TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON private_transfer TO suanpan_report;
  END IF;
END $$;
