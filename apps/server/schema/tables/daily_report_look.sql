-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140100_daily_report
-- Until when corrections of past days were looked for.

CREATE TABLE daily_report_look (
  singleton boolean NOT NULL DEFAULT true,
  looked_at timestamp with time zone NOT NULL,
  CONSTRAINT daily_report_look_pkey PRIMARY KEY (singleton),
  CONSTRAINT daily_report_look_singleton_check CHECK (singleton)
);
