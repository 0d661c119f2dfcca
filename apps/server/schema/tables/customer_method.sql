-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- A merchant's channel: how often it is drawn and what each party earns on it.

CREATE TABLE customer_method (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  alias text NOT NULL,
  weight integer NOT NULL DEFAULT 100,
  min_amount bigint NOT NULL DEFAULT 0,
  max_amount bigint NOT NULL DEFAULT 0,
  merchant_pct numeric(12,8) NOT NULL,
  merchant_per_item bigint NOT NULL DEFAULT 0,
  sub_agent_pct numeric(12,8) NOT NULL DEFAULT 0,
  sub_agent_per_item bigint NOT NULL DEFAULT 0,
  middleman_pct numeric(12,8) NOT NULL DEFAULT 0,
  middleman_per_item bigint NOT NULL DEFAULT 0,
  polling boolean NOT NULL DEFAULT true,
  enabled boolean NOT NULL DEFAULT true,
  priority smallint,
  windows jsonb NOT NULL DEFAULT '[]'::jsonb,
  daily_amount bigint NOT NULL DEFAULT 0,
  daily_count integer NOT NULL DEFAULT 0,
  balance_limit bigint,
  allow_loss boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  keeps_payers boolean NOT NULL DEFAULT false,
  CONSTRAINT customer_method_customer_id_alias_channel_id_key UNIQUE (customer_id, alias, channel_id),
  CONSTRAINT customer_method_pkey PRIMARY KEY (id),
  CONSTRAINT customer_method_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT customer_method_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT customer_method_balance_limit_check CHECK ((balance_limit >= 0)),
  CONSTRAINT customer_method_daily_amount_check CHECK ((daily_amount >= 0)),
  CONSTRAINT customer_method_daily_count_check CHECK ((daily_count >= 0)),
  CONSTRAINT customer_method_priority_check CHECK (((priority >= 1) AND (priority <= 99))),
  CONSTRAINT customer_method_weight_check CHECK ((weight >= 0))
);
CREATE TRIGGER customer_price_kept AFTER INSERT OR DELETE OR UPDATE ON customer_method FOR EACH ROW EXECUTE FUNCTION keep_price_version();
CREATE TRIGGER customer_price_noted AFTER INSERT OR DELETE OR UPDATE ON customer_method FOR EACH ROW EXECUTE FUNCTION note_price();
CREATE TRIGGER method_limits_changed AFTER UPDATE OF daily_amount, daily_count, balance_limit ON customer_method FOR EACH ROW WHEN ((((old.daily_amount IS DISTINCT FROM new.daily_amount) OR (old.daily_count IS DISTINCT FROM new.daily_count)) OR (old.balance_limit IS DISTINCT FROM new.balance_limit))) EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER method_limits_set AFTER INSERT ON customer_method FOR EACH ROW WHEN (((new.daily_amount > 0) OR (new.daily_count > 0) OR (new.balance_limit > 0))) EXECUTE FUNCTION count_channel_anew();
