-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- How far the moving has come, by the time of creation, so that what has to stay is not looked at again and again; it begins
-- anew with each month, because what stayed may have ended since.

CREATE TABLE archive_progress (
  kind text NOT NULL,
  month date NOT NULL DEFAULT '-infinity'::date,
  created_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  id bigint NOT NULL DEFAULT 0,
  moved bigint NOT NULL DEFAULT 0,
  begins_at timestamp with time zone NOT NULL DEFAULT (now() + '1 day'::interval),
  CONSTRAINT archive_progress_pkey PRIMARY KEY (kind),
  CONSTRAINT archive_progress_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'payout'::text])))
);
