-- Up Migration
-- Payees whom a merchant pays often. The account is kept sealed and found by its keyed hash, as that of a payout is.

CREATE TABLE saved_payee (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  account_name text NOT NULL,
  bank_code text NOT NULL,
  branch text,
  card_sealed text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  alias text,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  -- What is paid to him before waits for a person. Business time, as the payouts are.
  usable_from timestamptz NOT NULL,
  CONSTRAINT saved_payee_once UNIQUE (customer_id, card_hash)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    -- A payee is what he was when he began to rest: another one is made anew.
    REVOKE UPDATE ON saved_payee FROM suanpan_app;
  END IF;
END $$;
