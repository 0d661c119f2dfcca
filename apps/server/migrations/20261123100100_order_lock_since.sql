-- Up Migration
-- Since when somebody has an order to himself without a pause: he keeps it longer only up to an end, however often he asks.

ALTER TABLE payout_lock ADD COLUMN since timestamptz NOT NULL DEFAULT now();
ALTER TABLE collection_lock ADD COLUMN since timestamptz NOT NULL DEFAULT now();
