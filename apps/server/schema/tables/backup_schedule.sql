-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150100_backup

CREATE TABLE backup_schedule (
  one boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  at time without time zone,
  keep integer NOT NULL DEFAULT 7,
  CONSTRAINT backup_schedule_pkey PRIMARY KEY (one),
  CONSTRAINT backup_schedule_keep_check CHECK (((keep >= 1) AND (keep <= 365))),
  CONSTRAINT backup_schedule_one_check CHECK (one)
);
