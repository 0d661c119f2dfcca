-- Up Migration
-- Payouts: the order, what it holds of its merchant's money, and the way it goes. The functions that change them stand in
-- the migrations after this one, one act a file.

-- What a merchant owes is looked at under the lock of each of his payouts, so it has a balance row.
UPDATE account_kind SET external = true, may_go_negative = true WHERE kind = 'A130';

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT e.event, e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('payout.submit', 'L200', ARRAY['customer'], true, false),
  ('payout.submit', 'L201', ARRAY['customer'], true, false),
  ('payout.submit', 'L202', ARRAY['customer'], true, false),
  ('payout.submit', 'L230', ARRAY['customer'], false, false),
  ('payout.paid', 'L230', ARRAY['customer'], true, false),
  ('payout.paid', 'A120', ARRAY['agent'], true, false),
  ('payout.paid', 'L240', ARRAY['agent'], true, true),
  ('payout.paid', 'A100', ARRAY['channelAccount'], false, false),
  ('payout.paid', 'L240', ARRAY['subAgent', 'middleman', 'agent'], false, false),
  ('payout.paid', 'L260', ARRAY['channelAccount'], false, false),
  ('payout.paid', 'A120', ARRAY['agent'], false, false),
  ('payout.paid', 'R400', ARRAY['platform'], false, false),
  ('payout.release', 'L230', ARRAY['customer'], true, false),
  ('payout.release', 'L200', ARRAY['customer'], false, false),
  ('payout.release', 'L201', ARRAY['customer'], false, false),
  ('payout.release', 'L202', ARRAY['customer'], false, false),
  ('payout.reverse', 'A100', ARRAY['channelAccount'], true, false),
  ('payout.reverse', 'R400', ARRAY['platform'], true, false),
  ('payout.reverse', 'L240', ARRAY['subAgent', 'middleman', 'agent'], true, true),
  ('payout.reverse', 'L200', ARRAY['customer'], false, false),
  ('payout.reverse', 'L201', ARRAY['customer'], false, false),
  ('payout.reverse', 'L202', ARRAY['customer'], false, false),
  ('payout.reverse', 'L240', ARRAY['agent'], false, false),
  ('payout.reverse', 'A120', ARRAY['agent'], false, false),
  ('payout.reverse', 'A190', ARRAY['platform'], false, false),
  ('payout.paidLate', 'L200', ARRAY['customer'], true, false),
  ('payout.paidLate', 'L201', ARRAY['customer'], true, false),
  ('payout.paidLate', 'L202', ARRAY['customer'], true, false),
  ('payout.paidLate', 'A130', ARRAY['customer'], true, true),
  ('payout.paidLate', 'A100', ARRAY['channelAccount'], false, false),
  ('payout.paidLate', 'L260', ARRAY['channelAccount'], false, false)
) AS e (event, kind, roles, debit, negative), unnest(e.roles) AS r (role);

-- The accounts between which the payouts of one chain move money, found once: an order names its row, so that nothing has
-- to be looked up by its parts while money moves. Made and read by the doors alone; 0 is nobody.
CREATE TABLE payout_chain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  middleman_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  book text NOT NULL,
  -- The merchant's: what is reserved, what pays others alone, what may be withdrawn, what he owes.
  reserved bigint NOT NULL,
  top_up bigint NOT NULL,
  early bigint NOT NULL,
  settleable bigint NOT NULL,
  owed bigint NOT NULL,
  -- What the chain earns; null where there is nobody.
  sub_agent_income bigint,
  middleman_income bigint,
  agent_income bigint NOT NULL,
  agent_owes bigint NOT NULL,
  -- The channel account's, and the platform's income and suspense.
  clearing bigint NOT NULL,
  endpoint bigint NOT NULL,
  system_income bigint NOT NULL,
  suspense bigint NOT NULL,
  UNIQUE (customer_id, channel_account_id, agent_id, sub_agent_id, middleman_id, currency, book)
);

CREATE TABLE payout_order (
  id bigint PRIMARY KEY,
  order_no text NOT NULL,
  merchant_order_no text NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  middleman_id bigint,
  currency text NOT NULL,
  -- What the payee gets; the fee stands on top.
  amount bigint NOT NULL CHECK (amount > 0),
  account_name text NOT NULL,
  bank_code text NOT NULL,
  branch text,
  -- The payee's account: to send, to find, to show.
  card_sealed text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  -- By which a name and an account are found on the block lists; null where nobody keeps any.
  name_mark text,
  card_mark text,
  memo text,
  metadata jsonb NOT NULL DEFAULT '{}',
  notify_url text,
  locale text,
  source text NOT NULL CHECK (source IN ('api', 'manual', 'batch', 'seed')),
  api_version text NOT NULL,
  api_key_id bigint,
  -- The account that submitted it by hand.
  submitted_by bigint,
  is_test boolean NOT NULL DEFAULT false,
  request_hash bytea NOT NULL,
  request_ip text,
  created_at timestamptz NOT NULL,
  -- The merchant's method, by whose price he was charged; the prices are those that stood at submitting.
  method text,
  merchant_fee bigint NOT NULL CHECK (merchant_fee >= 0),
  -- How it goes. These change together, when it goes another way before a provider has it.
  route jsonb,
  channel_id bigint,
  channel_account_id bigint,
  chain_id bigint REFERENCES payout_chain,
  endpoint_fee bigint NOT NULL CHECK (endpoint_fee >= 0),
  sub_agent_fee bigint NOT NULL CHECK (sub_agent_fee >= 0),
  middleman_fee bigint NOT NULL CHECK (middleman_fee >= 0),
  system_fee bigint NOT NULL CHECK (system_fee >= 0),
  takes_system_fee boolean NOT NULL,
  -- What changes stands last: a new version of the row is then logged from here on only.
  -- The hold that stands, or stood last; null where there was no money.
  hold_no smallint,
  -- Which attempt it goes by; null until it was sent.
  attempt_no smallint,
  provider_order_no text,
  stage text CHECK (stage IN ('accepted', 'verifying', 'queued', 'claimed', 'submitted', 'unknown')),
  stage_since timestamptz,
  -- Why it waits for a person although it could be sent.
  wait_reason text CHECK (wait_reason IN ('coolDown', 'velocity', 'approval', 'manualDispatch')),
  -- Why it ended unpaid, by a name of the error catalogue.
  failure text,
  check_result text,
  completed_at timestamptz,
  reverse_status text NOT NULL DEFAULT 'none' CHECK (reverse_status IN ('none', 'pending', 'reversed')),
  callback_status text NOT NULL DEFAULT 'not_sent' CHECK (callback_status IN ('not_sent', 'sending', 'success', 'failed')),
  status text NOT NULL CHECK (status IN ('processing', 'paid', 'rejected', 'rejected_reversed', 'verify_failed', 'insufficient_balance')),
  -- Nobody earns what nobody pays, and the senior agent never pays for a payout.
  CONSTRAINT payout_is_priced CHECK (
    merchant_fee >= endpoint_fee + sub_agent_fee + middleman_fee + system_fee OR status = 'insufficient_balance'),
  CONSTRAINT payout_stage CHECK ((stage IS NULL) = (status <> 'processing')),
  -- The number stands first, so that it is found by itself too.
  CONSTRAINT payout_once UNIQUE (merchant_order_no, customer_id)
) WITH (fillfactor = 50);
CREATE SEQUENCE payout_order_id OWNED BY payout_order.id;
-- No index holds a column that sending or paying changes, so that both stay heap-only updates.
CREATE INDEX payout_newest ON payout_order (created_at DESC, id DESC);
CREATE INDEX payout_customer ON payout_order (customer_id, created_at DESC, id DESC);
CREATE INDEX payout_agent ON payout_order (agent_id, created_at DESC, id DESC);
-- Those that wait for a person; what is sent and paid never stood here.
CREATE INDEX payout_waiting ON payout_order (created_at) WHERE wait_reason IS NOT NULL;
-- What a payee got lately, from whichever merchant.
CREATE INDEX payout_payee ON payout_order (card_hash, created_at);

-- Payees are held against the lists by value, whenever a payout is submitted or sent.
CREATE INDEX block_entry_value ON block_entry (value) WHERE kind IN ('name', 'card');

-- What an order is and whose, as the row of the log that tells of its submission keeps it: a sealed witness against
-- whoever alters the order afterwards, its payee and its prices included.
CREATE FUNCTION payout_origin(o payout_order) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('customer_id', o.customer_id, 'currency', o.currency, 'amount_minor', o.amount::text,
    'is_test', o.is_test, 'fee_minor', o.merchant_fee::text,
    'chain', hashint8extended(o.agent_id, hashint8extended(coalesce(o.sub_agent_id, 0),
      hashint8extended(coalesce(o.middleman_id, 0), 0)))::text,
    'payee', hashtextextended(o.account_name, hashtextextended(o.bank_code, hashtextextended(coalesce(o.branch, ''),
      hashtextextended(o.card_hash, hashtextextended(o.card_shown, hashtextextended(coalesce(o.name_mark, ''),
      hashtextextended(coalesce(o.card_mark, ''), 0)))))))::text,
    'asked', hashtextextended(o.order_no, hashtextextended(o.merchant_order_no, hashtextextended(o.source,
      hashtextextended(coalesce(o.notify_url, ''), hashint8extended(coalesce(o.api_key_id, 0),
      hashint8extended(coalesce(o.submitted_by, 0), 0))))))::text)
$$;

-- A hold with the buckets that it took from: giving it back follows them. What it took of early money (L202) stands by day.
CREATE TABLE payout_hold (
  order_id bigint NOT NULL,
  hold_no smallint NOT NULL CHECK (hold_no > 0),
  account_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  early_days timestamptz[],
  early_amounts bigint[],
  given_back_at timestamptz,
  PRIMARY KEY (order_id, hold_no)
);

-- Generated neither by hand nor by chance: a test holds it against packages/domain/src/states/payout.ts.
CREATE FUNCTION payout_transition_is_listed(was text, becomes text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (was = 'processing' AND becomes IN ('paid', 'rejected', 'verify_failed'))
    OR (was = 'verify_failed' AND becomes = 'processing')
    OR (was = 'rejected' AND becomes = 'paid')
    OR (was = 'paid' AND becomes = 'rejected_reversed')
$$;
CREATE FUNCTION refuse_payout_transition() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF payout_transition_is_listed(OLD.status, NEW.status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'payout % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payout_transition AFTER UPDATE OF status ON payout_order
  FOR EACH ROW WHEN (OLD.status <> NEW.status
    AND (OLD.status <> 'processing' OR NEW.status IN ('rejected_reversed', 'insufficient_balance')))
  EXECUTE FUNCTION refuse_payout_transition();

-- Every time a payout is given to a channel account, committed before its provider hears of it: a provider that answers
-- late, or not at all, may have taken it.
CREATE TABLE payout_attempt (
  order_id bigint NOT NULL,
  n smallint NOT NULL CHECK (n > 0),
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  -- Our number at the provider, the same whenever it is asked about this attempt.
  request_no text NOT NULL,
  sent_at timestamptz NOT NULL,
  -- How often the provider was asked to pay; from the second time on a refusal proves nothing.
  asks smallint NOT NULL DEFAULT 1 CHECK (asks > 0),
  -- Wall time until which one server has it in hand.
  asking_until timestamptz,
  -- accepted: the provider has it · refused: it did not take it when it was first asked · failed: it will never be paid ·
  -- paid · null: nobody knows yet.
  outcome text CHECK (outcome IN ('accepted', 'refused', 'failed', 'paid')),
  -- How often, far enough apart, the provider said that it does not know the number.
  not_found smallint NOT NULL DEFAULT 0,
  not_found_at timestamptz,
  PRIMARY KEY (order_id, n),
  UNIQUE (channel_account_id, request_no)
);

-- Payouts at which a process has to do something: verify, send, ask. What it is follows from the order's stage.
CREATE TABLE payout_work (
  order_id bigint PRIMARY KEY,
  -- Wall time; also the lease of whoever has it in hand.
  next_at timestamptz NOT NULL,
  looks integer NOT NULL DEFAULT 0
);
CREATE INDEX payout_work_due ON payout_work (next_at);

-- Orders of both kinds have exchanges with providers.
ALTER TABLE provider_log ADD COLUMN order_kind text NOT NULL DEFAULT 'collection' CHECK (order_kind IN ('collection', 'payout'));

-- What people were told of a payout, once each.
CREATE TABLE payout_flag (
  order_id bigint NOT NULL,
  reason text NOT NULL,
  about text NOT NULL,
  flagged_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, reason, about)
);

-- Every payment that left by an account, by the provider's number: one of them pays one payout or withdrawal.
CREATE TABLE paid_proof (
  channel_account_id bigint NOT NULL,
  provider_ref text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payout', 'withdrawal')),
  order_id bigint NOT NULL,
  amount bigint NOT NULL,
  proven_at timestamptz NOT NULL,
  CONSTRAINT paid_proof_once PRIMARY KEY (channel_account_id, provider_ref)
);

-- Limits and rules of payouts: a merchant's own, his senior agent's, the platform's (owner 0); null is inherited. Amounts in
-- minor units; 0 is no limit.
CREATE TABLE payout_setting (
  owner_id bigint NOT NULL,
  currency text NOT NULL,
  min_amount bigint,
  max_amount bigint,
  daily_amount bigint,
  daily_count integer,
  card_daily_amount bigint,
  card_daily_count integer,
  -- From this amount on payouts are sent by hand; 0 sends all of them by itself, 1 none.
  manual_from bigint,
  payee_hour_count integer,
  payee_day_amount bigint,
  user_hour_count integer,
  key_hour_count integer,
  merchant_peak_factor integer,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (owner_id, currency)
);
-- The rules that are shipped on: a payee five times an hour and 300,000 TWD a day over all merchants, a user 60 and a key 600
-- times an hour, a merchant three times his busiest hour of thirty days.
INSERT INTO payout_setting (owner_id, currency, min_amount, max_amount, daily_amount, daily_count, card_daily_amount,
  card_daily_count, manual_from, payee_hour_count, payee_day_amount, user_hour_count, key_hour_count, merchant_peak_factor)
SELECT 0, d.currency, 0, 0, 0, 0, 0, 0, 0, 5, d.amount, 60, 600, 3
FROM (VALUES ('TWD', 3000000000), ('CNY', 750000000), ('USD', 90000000), ('USDT', 9000000000)) AS d (currency, amount);

-- Since when the use of an account counts anew for a merchant's limits, where somebody cleared it (卡片使用清除): his payouts stand.
CREATE TABLE payout_card_clear (
  customer_id bigint NOT NULL,
  card_hash text NOT NULL,
  currency text NOT NULL,
  cleared_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, card_hash, currency)
);

-- How much was submitted, by whom and by which key, in an hour or on a business day. `peak` is the merchant's busiest hour
-- of the thirty days before, looked up when his hour begins.
CREATE TABLE payout_tally (
  kind text NOT NULL CHECK (kind IN ('merchantHour', 'merchantDay', 'keyHour', 'keyDay', 'userHour')),
  subject_id bigint NOT NULL,
  currency text NOT NULL,
  begins_at timestamptz NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  peak bigint,
  PRIMARY KEY (kind, subject_id, currency, begins_at)
) WITH (fillfactor = 50);

-- The merchant's own server is asked before a payout leaves (代付反查).
CREATE TABLE audit_setting (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  enabled boolean NOT NULL DEFAULT true,
  url text NOT NULL,
  key_sealed text NOT NULL,
  applies text[] NOT NULL DEFAULT '{payout}' CHECK (applies <@ ARRAY['payout', 'withdrawal']),
  -- What the last test call came to.
  last_result text,
  key_set_at timestamptz,
  version integer NOT NULL DEFAULT 1
);

-- What a payout tells the world at this moment; callbacks are built from it, never from a later row.
CREATE FUNCTION payout_news(o payout_order) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT json_build_object(
    'order_id', o.id::text, 'order_no', o.order_no, 'merchant_order_no', o.merchant_order_no,
    'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text, 'sub_agent_id', o.sub_agent_id::text,
    'status', o.status, 'stage', o.stage, 'failure', o.failure, 'currency', o.currency, 'amount', o.amount::text,
    'fee', o.merchant_fee::text, 'created_at', o.created_at, 'completed_at', o.completed_at, 'metadata', o.metadata,
    'notify_url', o.notify_url, 'api_version', o.api_version, 'test', o.is_test, 'source', o.source)
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON payout_order, payout_chain, payout_hold, payout_attempt, payout_tally, paid_proof
      FROM suanpan_app;
    GRANT UPDATE (callback_status) ON payout_order TO suanpan_app;
    REVOKE UPDATE, DELETE ON payout_flag FROM suanpan_app;
    -- The rules of payouts are written through doors that leave their trace.
    REVOKE INSERT, UPDATE, DELETE ON payout_setting, audit_setting, payout_card_clear FROM suanpan_app;
  END IF;
END $$;
