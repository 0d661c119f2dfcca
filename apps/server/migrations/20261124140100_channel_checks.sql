-- Up Migration
-- Whether the providers of channels answer: what the last small question to each brought, and how often they answered within
-- a day.

CREATE TABLE channel_check (
  channel_id bigint PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
  -- green: it answers · amber: slowly, or not always within a day · red: it does not · grey: nobody asks a channel that is off.
  lamp text NOT NULL CHECK (lamp IN ('green', 'amber', 'red', 'grey')),
  last_at timestamptz NOT NULL,
  ms integer,
  -- In the words of whoever failed; shown to the platform and the channel's senior agent.
  error text,
  -- Percent of the questions of the last 24 hours that were answered; null before the first.
  uptime_24h numeric(5, 2)
);

-- Each question to a channel account, for a day and an hour.
CREATE TABLE channel_probe (
  channel_account_id bigint NOT NULL REFERENCES channel_account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  answered boolean NOT NULL,
  ms integer,
  PRIMARY KEY (channel_account_id, at)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON channel_check, channel_probe TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_check, channel_probe TO suanpan_report;
  END IF;
END $$;
