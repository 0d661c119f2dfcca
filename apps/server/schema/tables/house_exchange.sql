-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126180000_house_exchange

CREATE TABLE house_exchange (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  base text NOT NULL,
  quote text NOT NULL,
  base_amount bigint NOT NULL,
  quote_amount bigint NOT NULL,
  held bigint NOT NULL,
  cost bigint NOT NULL,
  result bigint NOT NULL,
  counterparty text NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT house_exchange_approval_id_key UNIQUE (approval_id),
  CONSTRAINT house_exchange_pkey PRIMARY KEY (id),
  CONSTRAINT house_exchange_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT house_exchange_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT house_exchange_base_amount_check CHECK ((base_amount <> 0)),
  CONSTRAINT house_exchange_check CHECK ((sign((base_amount)::numeric) = (- sign((quote_amount)::numeric)))),
  CONSTRAINT house_exchange_check1 CHECK ((array_position(ARRAY['USDT'::text, 'USD'::text, 'CNY'::text, 'TWD'::text], base) < array_position(ARRAY['USDT'::text, 'USD'::text, 'CNY'::text, 'TWD'::text], quote))),
  CONSTRAINT house_exchange_check2 CHECK ((maker_id <> checker_id)),
  CONSTRAINT house_exchange_check3 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT house_exchange_quote_amount_check CHECK ((quote_amount <> 0))
);
CREATE TRIGGER house_exchange_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON house_exchange FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
