-- Up Migration
-- The sums by merchant, channel and day as they lie: what is folded, and what is not. Whoever groups them sums them up anyway, and through
-- the views that first bring each key to one row a month of the platform was summed up twice, of 62,000 rows each time.
-- The version before: it reads the views that stand.

CREATE VIEW collection_channel_day_parts AS
  SELECT * FROM collection_channel_day
  UNION ALL
  SELECT * FROM counted_by_channel(ARRAY(SELECT d FROM collection_delta d));
CREATE VIEW payout_channel_day_parts AS
  SELECT * FROM payout_channel_day
  UNION ALL
  SELECT * FROM payouts_by_channel(ARRAY(SELECT d FROM payout_delta d));
CREATE VIEW payout_facet_day_parts AS
  SELECT * FROM payout_facet_day
  UNION ALL
  SELECT * FROM payouts_by_facet(ARRAY(SELECT d FROM payout_delta d));

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON collection_channel_day_parts, payout_channel_day_parts, payout_facet_day_parts TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON collection_channel_day_parts, payout_channel_day_parts, payout_facet_day_parts FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_channel_day_parts, payout_channel_day_parts, payout_facet_day_parts TO suanpan_report;
  END IF;
END $$;
