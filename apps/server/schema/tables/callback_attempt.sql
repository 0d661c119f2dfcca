-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090500_callbacks

CREATE TABLE callback_attempt (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  callback_id bigint NOT NULL,
  attempt integer NOT NULL,
  at timestamp with time zone NOT NULL,
  http_status integer,
  latency_ms integer NOT NULL,
  result text NOT NULL,
  response text NOT NULL,
  CONSTRAINT callback_attempt_callback_id_attempt_key UNIQUE (callback_id, attempt),
  CONSTRAINT callback_attempt_pkey PRIMARY KEY (id),
  CONSTRAINT callback_attempt_callback_id_fkey FOREIGN KEY (callback_id) REFERENCES callback(id)
);
CREATE INDEX callback_attempt_at ON callback_attempt USING brin (at) WITH (autosummarize='on');
