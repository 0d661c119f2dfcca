-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120000_channel_exceptions

CREATE TABLE channel_exception (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  direction text NOT NULL,
  n smallint NOT NULL,
  amount_min bigint,
  amount_max bigint,
  payer text,
  hours jsonb,
  act text NOT NULL,
  channel_id bigint NOT NULL,
  until timestamp with time zone,
  note text NOT NULL DEFAULT ''::text,
  CONSTRAINT channel_exception_customer_id_direction_n_key UNIQUE (customer_id, direction, n),
  CONSTRAINT channel_exception_pkey PRIMARY KEY (id),
  CONSTRAINT channel_exception_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT channel_exception_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT channel_exception_act_check CHECK ((act = ANY (ARRAY['force'::text, 'exclude'::text]))),
  CONSTRAINT channel_exception_amount_min_check CHECK ((amount_min >= 0)),
  CONSTRAINT channel_exception_check CHECK (((amount_max >= amount_min) OR (amount_min IS NULL))),
  CONSTRAINT channel_exception_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT channel_exception_n_check CHECK (((n >= 1) AND (n <= 200))),
  CONSTRAINT channel_exception_payer_check CHECK ((payer <> ''::text))
);
