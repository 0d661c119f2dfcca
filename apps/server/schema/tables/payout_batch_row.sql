-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123110000_payout_batch

CREATE TABLE payout_batch_row (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  batch_id bigint NOT NULL,
  n integer NOT NULL,
  bank_code text NOT NULL,
  account_name text NOT NULL,
  card_sealed text NOT NULL,
  card_shown text NOT NULL,
  amount text NOT NULL,
  branch text NOT NULL,
  memo text NOT NULL,
  order_no text NOT NULL,
  faults text[] NOT NULL DEFAULT '{}'::text[],
  is_duplicate_known boolean NOT NULL DEFAULT false,
  channel_id bigint,
  fee bigint,
  seal text,
  outcome text,
  payout_id bigint,
  CONSTRAINT payout_batch_row_batch_id_n_key UNIQUE (batch_id, n),
  CONSTRAINT payout_batch_row_payout_id_key UNIQUE (payout_id),
  CONSTRAINT payout_batch_row_pkey PRIMARY KEY (id),
  CONSTRAINT payout_batch_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batch(id) ON DELETE CASCADE,
  CONSTRAINT payout_batch_row_check CHECK (((fee IS NULL) = (seal IS NULL))),
  CONSTRAINT payout_batch_row_check1 CHECK (((payout_id IS NULL) = (outcome IS DISTINCT FROM 'created'::text)))
);
CREATE INDEX payout_batch_row_due ON payout_batch_row USING btree (batch_id, n) WHERE ((seal IS NOT NULL) AND (outcome IS NULL));
CREATE TRIGGER payout_batch_row_paid BEFORE DELETE OR UPDATE OF batch_id, n, bank_code, account_name, amount, order_no, fee, seal, outcome, payout_id ON payout_batch_row FOR EACH ROW WHEN ((old.payout_id IS NOT NULL)) EXECUTE FUNCTION refuse_paid_row_change();
