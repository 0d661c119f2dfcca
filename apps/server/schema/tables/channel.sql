-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE channel (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  direction text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  method_type text NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  min_amount bigint NOT NULL DEFAULT 0,
  max_amount bigint NOT NULL DEFAULT 0,
  windows jsonb NOT NULL DEFAULT '[]'::jsonb,
  priority smallint NOT NULL DEFAULT 1,
  enabled boolean NOT NULL DEFAULT true,
  integer_only boolean NOT NULL DEFAULT false,
  needs_payer_name boolean NOT NULL DEFAULT false,
  endpoint_pct numeric(12,8) NOT NULL DEFAULT 0,
  endpoint_per_item bigint NOT NULL DEFAULT 0,
  weight integer NOT NULL DEFAULT 100,
  daily_amount bigint NOT NULL DEFAULT 0,
  daily_count integer NOT NULL DEFAULT 0,
  balance_limit bigint,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT channel_code_key UNIQUE (code),
  CONSTRAINT channel_pkey PRIMARY KEY (id),
  CONSTRAINT channel_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT channel_balance_limit_check CHECK ((balance_limit >= 0)),
  CONSTRAINT channel_daily_amount_check CHECK ((daily_amount >= 0)),
  CONSTRAINT channel_daily_count_check CHECK ((daily_count >= 0)),
  CONSTRAINT channel_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT channel_weight_check CHECK (((weight >= 0) AND (weight <= 10000)))
);
CREATE TRIGGER channel_limits_changed AFTER UPDATE OF daily_amount, daily_count, balance_limit ON channel FOR EACH ROW WHEN ((((old.daily_amount IS DISTINCT FROM new.daily_amount) OR (old.daily_count IS DISTINCT FROM new.daily_count)) OR (old.balance_limit IS DISTINCT FROM new.balance_limit))) EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER channel_limits_set AFTER INSERT ON channel FOR EACH ROW WHEN (((new.daily_amount > 0) OR (new.daily_count > 0) OR (new.balance_limit > 0))) EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER channel_price_kept AFTER INSERT OR DELETE OR UPDATE ON channel FOR EACH ROW EXECUTE FUNCTION keep_price_version();
CREATE TRIGGER channel_price_noted AFTER INSERT OR DELETE OR UPDATE ON channel FOR EACH ROW EXECUTE FUNCTION note_price();
