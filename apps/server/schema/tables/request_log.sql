-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126120000_request_log

CREATE TABLE request_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  request_id text NOT NULL,
  customer_id bigint,
  ip text NOT NULL,
  endpoint text NOT NULL,
  order_kind text NOT NULL,
  order_id bigint,
  merchant_order_no text,
  http_status integer NOT NULL,
  outcome text NOT NULL,
  latency_ms integer NOT NULL,
  request text NOT NULL,
  response text NOT NULL,
  CONSTRAINT request_log_pkey PRIMARY KEY (id),
  CONSTRAINT request_log_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
CREATE INDEX request_log_at ON request_log USING btree (at);
CREATE INDEX request_log_order_no ON request_log USING btree (merchant_order_no) WHERE (merchant_order_no IS NOT NULL);
CREATE INDEX request_log_request ON request_log USING btree (request_id);
