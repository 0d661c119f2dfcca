-- Up Migration
-- The daily statistics of orders, made once at 00:01 (UTC+8) for the day before and kept as they were. A correction of that day
-- makes a new version beside it, which holds the rows that differ and counts for the others by the versions before.

CREATE TABLE daily_report (
  day date NOT NULL,
  version int NOT NULL CHECK (version > 0),
  made_at timestamptz NOT NULL,
  -- The figures of all rows together as of this version, and what the sums by day of creation said in the same snapshot; by
  -- currency, in minor units.
  totals jsonb NOT NULL,
  summed jsonb NOT NULL,
  -- The version before; of a first one, the first of the day before it.
  previous text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (day, version)
);

CREATE TABLE daily_report_row (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  -- Zero stands for nobody, and for orders that no channel took.
  sub_agent_id bigint NOT NULL,
  middleman_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  currency text NOT NULL,
  version int NOT NULL,
  -- As it was called when this was made.
  channel text NOT NULL,
  -- By the day on which orders were made.
  count bigint NOT NULL,
  success_count bigint NOT NULL,
  failed_count bigint NOT NULL,
  amount numeric NOT NULL,
  -- What was paid back of them until now.
  refunds numeric NOT NULL,
  -- By the day of the posting.
  settled_count bigint NOT NULL,
  actual numeric NOT NULL,
  fee numeric NOT NULL,
  accounted numeric NOT NULL,
  payouts bigint NOT NULL,
  payout_amount numeric NOT NULL,
  payout_fee numeric NOT NULL,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, middleman_id, channel_id, currency, version),
  FOREIGN KEY (day, version) REFERENCES daily_report DEFERRABLE INITIALLY DEFERRED
);

CREATE TRIGGER daily_report_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_report
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER daily_report_row_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_report_row
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Until when corrections of past days were looked for.
CREATE TABLE daily_report_look (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  looked_at timestamptz NOT NULL
);

-- A version is what it says, what its rows say, and the version before it.
CREATE FUNCTION report_hash(day date, version int, totals jsonb, previous text, rows daily_report_row[]) RETURNS text
LANGUAGE sql STABLE SET DateStyle = 'ISO, YMD' AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n', previous, day, version, totals, (
    SELECT string_agg(r::text, E'\n' ORDER BY r.customer_id, r.agent_id, r.sub_agent_id, r.middleman_id, r.channel_id, r.currency)
    FROM unnest(rows) r)), 'UTF8')), 'hex')
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT ON daily_report, daily_report_row TO suanpan_app;
    REVOKE UPDATE, DELETE ON daily_report, daily_report_row FROM suanpan_app;
    GRANT SELECT, INSERT, UPDATE ON daily_report_look TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON daily_report, daily_report_row, daily_report_look TO suanpan_report;
  END IF;
END $$;
