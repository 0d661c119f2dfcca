-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126120100_alerts

CREATE TABLE alert_rule (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  shipped text,
  metric text NOT NULL,
  scope text,
  bound text NOT NULL,
  mark numeric(20,6) NOT NULL,
  min_orders integer NOT NULL,
  window_min integer NOT NULL,
  cool_down_min integer NOT NULL,
  via text[] NOT NULL,
  url text,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT alert_rule_shipped_key UNIQUE (shipped),
  CONSTRAINT alert_rule_pkey PRIMARY KEY (id),
  CONSTRAINT alert_rule_bound_check CHECK ((bound = ANY (ARRAY['under'::text, 'over'::text]))),
  CONSTRAINT alert_rule_check CHECK ((('webhook'::text = ANY (via)) <= (url IS NOT NULL))),
  CONSTRAINT alert_rule_cool_down_min_check CHECK (((cool_down_min >= 0) AND (cool_down_min <= 1440))),
  CONSTRAINT alert_rule_metric_check CHECK ((metric = ANY (ARRAY['success_rate'::text, 'balance'::text, 'callback_backlog'::text, 'unknown_payouts'::text, 'queue_age'::text, 'feed_age'::text]))),
  CONSTRAINT alert_rule_min_orders_check CHECK ((min_orders >= 0)),
  CONSTRAINT alert_rule_name_check CHECK ((name <> ''::text)),
  CONSTRAINT alert_rule_via_check CHECK (((cardinality(via) > 0) AND (via <@ ARRAY['bell'::text, 'sound'::text, 'webhook'::text]))),
  CONSTRAINT alert_rule_window_min_check CHECK (((window_min >= 1) AND (window_min <= 1440)))
);
