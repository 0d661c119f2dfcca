-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121186000_collection_attempt

CREATE TABLE collection_attempt (
  order_id bigint NOT NULL,
  n smallint NOT NULL,
  channel_id bigint,
  channel_account_id bigint NOT NULL,
  request_no text NOT NULL,
  request jsonb,
  asks smallint NOT NULL DEFAULT 1,
  asked_at timestamp with time zone NOT NULL,
  asking_until timestamp with time zone,
  outcome text,
  not_found smallint NOT NULL DEFAULT 0,
  not_found_at timestamp with time zone,
  doubted boolean NOT NULL DEFAULT false,
  handed_at timestamp with time zone,
  told_paid_at timestamp with time zone,
  CONSTRAINT collection_attempt_channel_account_id_request_no_key UNIQUE (channel_account_id, request_no),
  CONSTRAINT collection_attempt_pkey PRIMARY KEY (order_id, n),
  CONSTRAINT collection_attempt_asks_check CHECK ((asks > 0)),
  CONSTRAINT collection_attempt_n_check CHECK ((n > 0)),
  CONSTRAINT collection_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'failed'::text])))
);
