-- Up Migration
-- Counters of the request limits, shared by all processes. Losing them in a crash only forgives a window,
-- so the table writes no WAL. `expire` is milliseconds since 1970, as the limiter library keeps it.

CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_expire ON rate_limit (expire);
