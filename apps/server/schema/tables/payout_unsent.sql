-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127120000_payout_unsent

CREATE TABLE payout_unsent (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  attempt smallint NOT NULL,
  becomes text NOT NULL,
  state text NOT NULL DEFAULT 'asked'::text,
  tx_hash text,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  said_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone,
  CONSTRAINT payout_unsent_approval_id_key UNIQUE (approval_id),
  CONSTRAINT payout_unsent_pkey PRIMARY KEY (id),
  CONSTRAINT payout_unsent_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT payout_unsent_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT payout_unsent_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_order(id),
  CONSTRAINT payout_unsent_becomes_check CHECK ((becomes = ANY (ARRAY['queued'::text, 'rejected'::text]))),
  CONSTRAINT payout_unsent_check CHECK ((maker_id <> checker_id)),
  CONSTRAINT payout_unsent_check1 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT payout_unsent_check2 CHECK (((state = 'contradicted'::text) = (tx_hash IS NOT NULL))),
  CONSTRAINT payout_unsent_check3 CHECK (((state = 'asked'::text) = (heard_at IS NULL))),
  CONSTRAINT payout_unsent_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'clear'::text, 'contradicted'::text, 'overtaken'::text])))
);
CREATE UNIQUE INDEX payout_unsent_asked ON payout_unsent USING btree (order_id) WHERE (state = 'asked'::text);
