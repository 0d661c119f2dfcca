-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts

CREATE TABLE payout_order (
  id bigint NOT NULL,
  order_no text NOT NULL,
  merchant_order_no text NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  middleman_id bigint,
  currency text NOT NULL,
  amount bigint NOT NULL,
  account_name text NOT NULL,
  bank_code text NOT NULL,
  branch text,
  card_sealed text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  name_mark text,
  card_mark text,
  memo text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  notify_url text,
  locale text,
  source text NOT NULL,
  api_version text NOT NULL,
  api_key_id bigint,
  submitted_by bigint,
  is_test boolean NOT NULL DEFAULT false,
  request_hash bytea NOT NULL,
  request_ip text,
  created_at timestamp with time zone NOT NULL,
  method text,
  merchant_fee bigint NOT NULL,
  route jsonb,
  channel_id bigint,
  channel_account_id bigint,
  chain_id bigint,
  endpoint_fee bigint NOT NULL,
  sub_agent_fee bigint NOT NULL,
  middleman_fee bigint NOT NULL,
  system_fee bigint NOT NULL,
  takes_system_fee boolean NOT NULL,
  hold_no smallint,
  attempt_no smallint,
  provider_order_no text,
  stage text,
  stage_since timestamp with time zone,
  wait_reason text,
  failure text,
  check_result text,
  completed_at timestamp with time zone,
  reverse_status text NOT NULL DEFAULT 'none'::text,
  callback_status text NOT NULL DEFAULT 'not_sent'::text,
  status text NOT NULL,
  CONSTRAINT payout_once UNIQUE (merchant_order_no, customer_id),
  CONSTRAINT payout_order_pkey PRIMARY KEY (id),
  CONSTRAINT payout_is_priced CHECK (((merchant_fee >= (((endpoint_fee + sub_agent_fee) + middleman_fee) + system_fee)) OR (status = 'insufficient_balance'::text))),
  CONSTRAINT payout_order_amount_check CHECK ((amount > 0)),
  CONSTRAINT payout_order_callback_status_check CHECK ((callback_status = ANY (ARRAY['not_sent'::text, 'sending'::text, 'success'::text, 'failed'::text]))),
  CONSTRAINT payout_order_endpoint_fee_check CHECK ((endpoint_fee >= 0)),
  CONSTRAINT payout_order_merchant_fee_check CHECK ((merchant_fee >= 0)),
  CONSTRAINT payout_order_middleman_fee_check CHECK ((middleman_fee >= 0)),
  CONSTRAINT payout_order_reverse_status_check CHECK ((reverse_status = ANY (ARRAY['none'::text, 'pending'::text, 'reversed'::text]))),
  CONSTRAINT payout_order_source_check CHECK ((source = ANY (ARRAY['api'::text, 'manual'::text, 'batch'::text, 'seed'::text]))),
  CONSTRAINT payout_order_stage_check CHECK ((stage = ANY (ARRAY['accepted'::text, 'verifying'::text, 'queued'::text, 'claimed'::text, 'submitted'::text, 'unknown'::text]))),
  CONSTRAINT payout_order_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'paid'::text, 'rejected'::text, 'rejected_reversed'::text, 'verify_failed'::text, 'insufficient_balance'::text]))),
  CONSTRAINT payout_order_sub_agent_fee_check CHECK ((sub_agent_fee >= 0)),
  CONSTRAINT payout_order_system_fee_check CHECK ((system_fee >= 0)),
  CONSTRAINT payout_order_wait_reason_check CHECK ((wait_reason = ANY (ARRAY['coolDown'::text, 'velocity'::text, 'approval'::text, 'manualDispatch'::text]))),
  CONSTRAINT payout_stage CHECK (((stage IS NULL) = (status <> 'processing'::text)))
);
CREATE INDEX payout_agent ON payout_order USING btree (agent_id, created_at DESC, id DESC);
CREATE INDEX payout_customer ON payout_order USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX payout_newest ON payout_order USING btree (created_at DESC, id DESC);
CREATE INDEX payout_payee ON payout_order USING btree (card_hash, created_at);
CREATE INDEX payout_reversed ON payout_order USING btree (channel_account_id, completed_at) WHERE (reverse_status = 'reversed'::text);
CREATE INDEX payout_test ON payout_order USING btree (created_at DESC, id DESC) WHERE is_test;
CREATE INDEX payout_waiting ON payout_order USING btree (created_at) WHERE (wait_reason IS NOT NULL);
CREATE TRIGGER payout_made AFTER INSERT ON payout_order REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_payouts_made();
CREATE TRIGGER payout_move AFTER UPDATE OF status, channel_id ON payout_order FOR EACH ROW WHEN ((((old.status <> new.status) AND (NOT ((old.status = 'processing'::text) AND (new.status = 'paid'::text)))) OR (old.channel_id IS DISTINCT FROM new.channel_id))) EXECUTE FUNCTION note_payout_move();
CREATE TRIGGER payout_number_archived AFTER INSERT ON payout_order REFERENCING NEW TABLE AS born FOR EACH STATEMENT EXECUTE FUNCTION refuse_archived_payout_number();
CREATE TRIGGER payout_told AFTER UPDATE OF callback_status ON payout_order FOR EACH ROW WHEN (((old.callback_status = 'failed'::text) OR (new.callback_status = 'failed'::text))) EXECUTE FUNCTION note_failed_callback('payout');
CREATE TRIGGER payout_transition AFTER UPDATE OF status ON payout_order FOR EACH ROW WHEN (((old.status <> new.status) AND ((old.status <> 'processing'::text) OR (new.status = ANY (ARRAY['rejected_reversed'::text, 'insufficient_balance'::text]))))) EXECUTE FUNCTION refuse_payout_transition();
