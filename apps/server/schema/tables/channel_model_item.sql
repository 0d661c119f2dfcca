-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120100_channel_models
-- What a merchant's use of a channel is set to, column by column as it stands there.

CREATE TABLE channel_model_item (
  model_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  alias text NOT NULL,
  weight integer NOT NULL,
  polling boolean NOT NULL,
  priority smallint,
  min_amount bigint NOT NULL,
  max_amount bigint NOT NULL,
  daily_amount bigint NOT NULL,
  daily_count integer NOT NULL,
  balance_limit bigint,
  windows jsonb NOT NULL,
  merchant_pct numeric(12,8) NOT NULL,
  merchant_per_item bigint NOT NULL,
  sub_agent_pct numeric(12,8) NOT NULL,
  sub_agent_per_item bigint NOT NULL,
  middleman_pct numeric(12,8) NOT NULL,
  middleman_per_item bigint NOT NULL,
  CONSTRAINT channel_model_item_pkey PRIMARY KEY (model_id, alias, channel_id),
  CONSTRAINT channel_model_item_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  CONSTRAINT channel_model_item_model_id_fkey FOREIGN KEY (model_id) REFERENCES channel_model(id) ON DELETE CASCADE,
  CONSTRAINT channel_model_item_balance_limit_check CHECK ((balance_limit >= 0)),
  CONSTRAINT channel_model_item_daily_amount_check CHECK ((daily_amount >= 0)),
  CONSTRAINT channel_model_item_daily_count_check CHECK ((daily_count >= 0)),
  CONSTRAINT channel_model_item_max_amount_check CHECK ((max_amount >= 0)),
  CONSTRAINT channel_model_item_min_amount_check CHECK ((min_amount >= 0)),
  CONSTRAINT channel_model_item_priority_check CHECK (((priority >= 1) AND (priority <= 99))),
  CONSTRAINT channel_model_item_weight_check CHECK ((weight >= 0))
);
