-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider

CREATE TABLE refund_attempt (
  refund_id bigint NOT NULL,
  n smallint NOT NULL,
  request_no text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  outcome text,
  provider_refund_no text,
  asks integer NOT NULL DEFAULT 0,
  unknown_asks integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  CONSTRAINT refund_attempt_request_no_key UNIQUE (request_no),
  CONSTRAINT refund_attempt_pkey PRIMARY KEY (refund_id, n),
  CONSTRAINT refund_attempt_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  CONSTRAINT refund_attempt_check CHECK ((((outcome = 'paid'::text) IS NOT TRUE) OR (provider_refund_no IS NOT NULL))),
  CONSTRAINT refund_attempt_check1 CHECK (((next_at IS NULL) = COALESCE((outcome = ANY (ARRAY['paid'::text, 'failed'::text])), false))),
  CONSTRAINT refund_attempt_n_check CHECK ((n > 0)),
  CONSTRAINT refund_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'paid'::text, 'failed'::text])))
);
CREATE INDEX refund_attempt_due ON refund_attempt USING btree (next_at) WHERE (next_at IS NOT NULL);
