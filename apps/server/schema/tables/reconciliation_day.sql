-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- A business day (UTC+8) of a channel account. Sums in minor units, above zero what came in; numeric as all sums over orders.

CREATE TABLE reconciliation_day (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  day date NOT NULL,
  lines integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  open integer NOT NULL DEFAULT 0,
  ours numeric NOT NULL DEFAULT 0,
  theirs numeric NOT NULL DEFAULT 0,
  closed_at timestamp with time zone,
  closed_by bigint,
  CONSTRAINT reconciliation_day_channel_account_id_day_key UNIQUE (channel_account_id, day),
  CONSTRAINT reconciliation_day_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_day_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT reconciliation_day_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES app_user(id),
  CONSTRAINT reconciliation_day_check CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  CONSTRAINT reconciliation_day_check1 CHECK (((closed_at IS NULL) OR (open = 0)))
);
