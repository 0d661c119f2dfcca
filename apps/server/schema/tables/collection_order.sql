-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections

CREATE TABLE collection_order (
  id bigint NOT NULL,
  order_no text NOT NULL,
  merchant_order_no text NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  middleman_id bigint,
  currency text NOT NULL,
  order_amount bigint NOT NULL,
  pay_amount bigint NOT NULL,
  exchange_rate numeric(20,8),
  rate_id bigint,
  method text,
  channel_id bigint,
  channel_account_id bigint,
  plan_no integer,
  payment jsonb,
  real_name text,
  payer jsonb,
  payer_last5 text,
  paid_claimed_at timestamp with time zone,
  product_name text,
  request_ip text,
  notify_url text,
  return_url text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  locale text,
  source text NOT NULL DEFAULT 'api'::text,
  api_version text NOT NULL DEFAULT 'v2'::text,
  is_test boolean NOT NULL DEFAULT false,
  request_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  provider_order_no text,
  actual_amount bigint,
  accounted_amount bigint,
  fee bigint,
  completed_at timestamp with time zone,
  settle_at timestamp with time zone,
  status text NOT NULL DEFAULT 'pending'::text,
  refund_status text,
  callback_status text NOT NULL DEFAULT 'not_sent'::text,
  CONSTRAINT collection_once UNIQUE (merchant_order_no, customer_id),
  CONSTRAINT collection_order_pkey PRIMARY KEY (id),
  CONSTRAINT collection_order_callback_status_check CHECK ((callback_status = ANY (ARRAY['not_sent'::text, 'sending'::text, 'success'::text, 'failed'::text]))),
  CONSTRAINT collection_order_order_amount_check CHECK ((order_amount > 0)),
  CONSTRAINT collection_order_pay_amount_check CHECK ((pay_amount > 0)),
  CONSTRAINT collection_order_refund_status_check CHECK ((refund_status = ANY (ARRAY['preparing'::text, 'refunding'::text, 'success'::text, 'failed'::text]))),
  CONSTRAINT collection_order_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'expired'::text, 'amount_mismatch'::text, 'abnormal'::text, 'test_supplied'::text, 'refund'::text])))
);
CREATE INDEX collection_agent ON collection_order USING btree (agent_id, created_at DESC, id DESC);
CREATE INDEX collection_customer ON collection_order USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX collection_expiry ON collection_order USING btree (expires_at, id);
CREATE INDEX collection_newest ON collection_order USING btree (created_at DESC, id DESC);
CREATE INDEX collection_rate ON collection_order USING btree (rate_id) WHERE (rate_id IS NOT NULL);
CREATE INDEX collection_test ON collection_order USING btree (created_at DESC, id DESC) WHERE is_test;
CREATE TRIGGER collection_move AFTER UPDATE OF status ON collection_order FOR EACH ROW WHEN (((old.status <> 'pending'::text) OR (new.status <> 'success'::text) OR (old.channel_id IS DISTINCT FROM new.channel_id))) EXECUTE FUNCTION note_collection_move();
CREATE TRIGGER collection_number_archived AFTER INSERT ON collection_order REFERENCING NEW TABLE AS born FOR EACH STATEMENT EXECUTE FUNCTION refuse_archived_number();
CREATE TRIGGER collection_payer_changed AFTER UPDATE OF real_name, payer_last5 ON collection_order FOR EACH ROW WHEN (((old.real_name IS DISTINCT FROM new.real_name) OR (old.payer_last5 IS DISTINCT FROM new.payer_last5))) EXECUTE FUNCTION note_payer_changed();
CREATE TRIGGER collection_told AFTER UPDATE OF callback_status ON collection_order FOR EACH ROW WHEN (((old.callback_status = 'failed'::text) OR (new.callback_status = 'failed'::text))) EXECUTE FUNCTION note_failed_callback('collection');
CREATE TRIGGER collection_transition AFTER UPDATE OF status ON collection_order FOR EACH ROW WHEN (((old.status <> new.status) AND ((old.status <> 'pending'::text) OR (new.status = 'refund'::text)))) EXECUTE FUNCTION refuse_transition();
