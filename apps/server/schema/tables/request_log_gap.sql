-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126120000_request_log
-- Calls that were answered and not written down.

CREATE TABLE request_log_gap (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  dropped integer NOT NULL,
  CONSTRAINT request_log_gap_pkey PRIMARY KEY (id),
  CONSTRAINT request_log_gap_dropped_check CHECK ((dropped > 0))
);
