-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_exchange_rate
-- Exchange rates: quote units for one unit of the base, dated, of the platform or of a senior agent. One that has been in force
-- stays as it was; a later version follows it, and one that is not in force yet can be withdrawn.

CREATE TABLE exchange_rate (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  agent_id bigint,
  base text NOT NULL,
  quote text NOT NULL,
  collection_rate numeric(20,8) NOT NULL,
  payment_rate numeric(20,8) NOT NULL,
  allow_loss boolean NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  version integer NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  withdrawn_by bigint,
  withdrawn_at timestamp with time zone,
  CONSTRAINT exchange_rate_approval_id_key UNIQUE (approval_id),
  CONSTRAINT exchange_rate_base_quote_agent_id_version_key UNIQUE NULLS NOT DISTINCT (base, quote, agent_id, version),
  CONSTRAINT exchange_rate_pkey PRIMARY KEY (id),
  CONSTRAINT exchange_rate_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT exchange_rate_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT exchange_rate_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT exchange_rate_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES app_user(id),
  CONSTRAINT exchange_rate_check CHECK ((array_position(ARRAY['USDT'::text, 'USD'::text, 'CNY'::text, 'TWD'::text], base) < array_position(ARRAY['USDT'::text, 'USD'::text, 'CNY'::text, 'TWD'::text], quote))),
  CONSTRAINT exchange_rate_check1 CHECK (((payment_rate >= collection_rate) OR allow_loss)),
  CONSTRAINT exchange_rate_check2 CHECK ((maker_id <> checker_id)),
  CONSTRAINT exchange_rate_check3 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT exchange_rate_check4 CHECK ((((withdrawn_by IS NULL) = (withdrawn_at IS NULL)) AND ((withdrawn_at < valid_from) OR (withdrawn_at IS NULL)))),
  CONSTRAINT exchange_rate_collection_rate_check CHECK ((collection_rate > (0)::numeric)),
  CONSTRAINT exchange_rate_payment_rate_check CHECK ((payment_rate > (0)::numeric))
);
CREATE INDEX exchange_rate_valid ON exchange_rate USING btree (base, quote, valid_from);
