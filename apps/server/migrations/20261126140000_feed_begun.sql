-- Up Migration
-- Since when an account is read: what lay there before is no matter of ours, at whichever look it is told.

ALTER TABLE channel_feed ADD COLUMN begun_at timestamptz NOT NULL DEFAULT now();
