-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140100_daily_report

CREATE TABLE daily_report (
  day date NOT NULL,
  version integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  totals jsonb NOT NULL,
  summed jsonb NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT daily_report_pkey PRIMARY KEY (day, version),
  CONSTRAINT daily_report_version_check CHECK ((version > 0))
);
CREATE TRIGGER daily_report_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON daily_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
