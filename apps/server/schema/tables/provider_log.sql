-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections

CREATE TABLE provider_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint,
  channel_account_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  direction text NOT NULL,
  operation text NOT NULL,
  http_status integer,
  latency_ms integer,
  outcome text NOT NULL,
  request text NOT NULL,
  response text NOT NULL,
  order_kind text NOT NULL DEFAULT 'collection'::text,
  CONSTRAINT provider_log_pkey PRIMARY KEY (id),
  CONSTRAINT provider_log_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  CONSTRAINT provider_log_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
CREATE INDEX provider_log_at ON provider_log USING brin (at);
CREATE INDEX provider_log_order ON provider_log USING btree (order_id, id) WHERE (order_id IS NOT NULL);
