-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090500_callbacks

CREATE TABLE callback (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL,
  outbox_id bigint,
  order_kind text NOT NULL,
  order_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  type text NOT NULL,
  api_version text NOT NULL,
  body text NOT NULL,
  url text NOT NULL,
  source text NOT NULL DEFAULT 'live'::text,
  manual boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'not_sent'::text,
  result text,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  lease_token bigint NOT NULL DEFAULT 0,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  order_created_at timestamp with time zone NOT NULL,
  recipient_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  lane text NOT NULL,
  asked boolean NOT NULL DEFAULT false,
  CONSTRAINT callback_event_id_key UNIQUE (event_id),
  CONSTRAINT callback_outbox_id_key UNIQUE (outbox_id),
  CONSTRAINT callback_pkey PRIMARY KEY (id),
  CONSTRAINT callback_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT callback_result_check CHECK ((result = ANY (ARRAY['invalid_url'::text, 'timeout'::text, 'error_response'::text, 'v1_no_rejection'::text, 'held_after_8h'::text, 'address_paused'::text]))),
  CONSTRAINT callback_source CHECK ((source = ANY (ARRAY['live'::text, 'seed'::text]))),
  CONSTRAINT callback_status_check CHECK ((status = ANY (ARRAY['not_sent'::text, 'sending'::text, 'success'::text, 'failed'::text])))
);
CREATE INDEX callback_created ON callback USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX callback_customer ON callback USING btree (customer_id, id);
CREATE INDEX callback_due ON callback USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX callback_failed ON callback USING btree (order_id) WHERE ((status = 'failed'::text) AND (next_at IS NULL));
CREATE INDEX callback_lane_due ON callback USING btree (lane, next_at, id) WHERE (next_at IS NOT NULL);
CREATE INDEX callback_order ON callback USING btree (order_kind, order_id, id);
CREATE INDEX callback_stuck ON callback USING btree (recipient_id) WHERE ((next_at IS NULL) AND (status = ANY (ARRAY['not_sent'::text, 'failed'::text])));
