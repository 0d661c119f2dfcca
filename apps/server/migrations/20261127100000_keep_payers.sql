-- Up Migration
-- A merchant's channel may keep its payers: whoever paid by it last goes by it again, and needs to learn no other way to pay.
-- Orders of channels that do so keep by whom they were placed; nobody is told by the mark, which is of one merchant alone.

ALTER TABLE customer_method ADD COLUMN keeps_payers boolean NOT NULL DEFAULT false;

CREATE TABLE collection_payer (
  order_id bigint PRIMARY KEY REFERENCES collection_order,
  customer_id bigint NOT NULL,
  -- Of the merchant's own number of the payer, or of the folded name: equal ones give equal marks, useless without the key.
  payer_mark text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX collection_payer_known ON collection_payer (customer_id, payer_mark, at DESC, order_id DESC);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE ON collection_payer TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_payer TO suanpan_report;
  END IF;
END $$;
