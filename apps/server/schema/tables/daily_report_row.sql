-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140100_daily_report

CREATE TABLE daily_report_row (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  middleman_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  currency text NOT NULL,
  version integer NOT NULL,
  channel text NOT NULL,
  count bigint NOT NULL,
  success_count bigint NOT NULL,
  failed_count bigint NOT NULL,
  amount numeric NOT NULL,
  refunds numeric NOT NULL,
  settled_count bigint NOT NULL,
  actual numeric NOT NULL,
  fee numeric NOT NULL,
  accounted numeric NOT NULL,
  payouts bigint NOT NULL,
  payout_amount numeric NOT NULL,
  payout_fee numeric NOT NULL,
  CONSTRAINT daily_report_row_pkey PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, middleman_id, channel_id, currency, version),
  CONSTRAINT daily_report_row_day_version_fkey FOREIGN KEY (day, version) REFERENCES daily_report(day, version) DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER daily_report_row_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON daily_report_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
