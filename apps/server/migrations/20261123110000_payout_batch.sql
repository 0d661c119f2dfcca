-- Up Migration
-- Batches of payouts: a file that was read, its rows as they are corrected, and what each of them came to. A row is submitted by
-- the same door as every payout, in the transaction that writes down which payout it became.

CREATE TABLE payout_batch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  file_name text NOT NULL,
  file_hash bytea NOT NULL,
  client_key text NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  -- draft: it is looked at and corrected · running: its rows are being submitted · done: each of these has its end.
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'running', 'done')),
  version int NOT NULL DEFAULT 1,
  -- As it was submitted last.
  submitted_by bigint REFERENCES app_user,
  submitted_at timestamptz,
  request_id text,
  request_ip text,
  -- False where all of its payouts wait for a second person.
  is_agreed boolean,
  -- Who lets go what of it waits, until all of that has gone.
  let_go_by bigint REFERENCES app_user,
  let_go_reason text,
  let_go_request_id text,
  CHECK ((state = 'draft') = (submitted_by IS NULL)),
  CHECK ((let_go_by IS NULL) = (let_go_reason IS NULL)),
  CONSTRAINT payout_batch_once UNIQUE (customer_id, file_hash, client_key)
);
CREATE INDEX payout_batch_newest ON payout_batch (customer_id, id DESC);
CREATE INDEX payout_batch_at_work ON payout_batch (id) WHERE state = 'running' OR let_go_by IS NOT NULL;
CREATE INDEX payout_batch_draft ON payout_batch (created_at) WHERE state = 'draft';

CREATE TABLE payout_batch_row (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id bigint NOT NULL REFERENCES payout_batch ON DELETE CASCADE,
  -- Its line in the file.
  n int NOT NULL,
  -- As they were read or typed, right or wrong.
  bank_code text NOT NULL,
  account_name text NOT NULL,
  card_sealed text NOT NULL,
  card_shown text NOT NULL,
  amount text NOT NULL,
  branch text NOT NULL,
  memo text NOT NULL,
  order_no text NOT NULL,
  -- Cells that cannot be taken as they stand in the file, `card_no:numberCell` or the like.
  faults text[] NOT NULL DEFAULT '{}',
  is_duplicate_known boolean NOT NULL DEFAULT false,
  -- Set when it is submitted: by which channel and at what fee it was shown, and a keyed hash of all that it says.
  channel_id bigint,
  fee bigint,
  seal text,
  -- What it came to: `created`, or a name of the error catalogue. Null before its turn.
  outcome text,
  payout_id bigint UNIQUE REFERENCES payout_order,
  CHECK ((fee IS NULL) = (seal IS NULL)),
  CHECK ((payout_id IS NULL) = (outcome IS DISTINCT FROM 'created')),
  UNIQUE (batch_id, n)
);
CREATE INDEX payout_batch_row_due ON payout_batch_row (batch_id, n) WHERE seal IS NOT NULL AND outcome IS NULL;

-- A row that is a payout stays what it was.
CREATE FUNCTION refuse_paid_row_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'row % of batch % is a payout and changes no more', OLD.n, OLD.batch_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payout_batch_row_paid BEFORE DELETE OR UPDATE OF batch_id, n, bank_code, account_name, amount, order_no, fee, seal,
    outcome, payout_id ON payout_batch_row
  FOR EACH ROW WHEN (OLD.payout_id IS NOT NULL) EXECUTE FUNCTION refuse_paid_row_change();

-- Whether one person is enough for payouts of this sum together: a batch counts whole, with what he submitted by any of his
-- accounts and what anybody submitted for this merchant by hand within a day. The door holds each payout against the same
-- threshold again, so that two batches at once are not smaller than one.
CREATE FUNCTION payout_batch_is_small(customer bigint, person bigint, of_currency text, amount bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(amount + greatest(
      (SELECT sum(t.amount) FROM app_user u
       JOIN payout_tally t ON t.kind = 'userHour' AND t.subject_id = u.id AND t.currency = of_currency
         AND t.begins_at > business_now() - interval '25 hours'
       WHERE u.person_id = (SELECT me.person_id FROM app_user me WHERE me.id = person)),
      (SELECT sum(p.amount) FROM payout_order p
       WHERE p.customer_id = customer AND p.created_at > business_now() - interval '24 hours' AND p.submitted_by IS NOT NULL
         AND p.currency = of_currency AND p.status <> 'insufficient_balance'),
      0) < payout_approval_from((SELECT u.agent_id FROM app_user u WHERE u.id = customer), of_currency), false)
$$;

REVOKE ALL ON FUNCTION payout_batch_is_small FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_batch_is_small TO suanpan_app;
  END IF;
END $$;
