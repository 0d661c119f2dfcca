-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- The day's answer to when money is released, by settle rule: made once for each business day. 'infinity' waits for a
-- person; an instant that is over releases on the spot.

CREATE TABLE settle_calendar (
  day date NOT NULL,
  rule text NOT NULL,
  release_at timestamp with time zone NOT NULL,
  CONSTRAINT settle_calendar_pkey PRIMARY KEY (day, rule)
);
