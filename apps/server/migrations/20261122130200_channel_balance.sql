-- Up Migration
-- How much must be left with a provider before people are told, and payouts go another way; without a mark nobody looks.

ALTER TABLE channel_account
  ADD COLUMN low_water bigint CHECK (low_water >= 0),
  ADD COLUMN low_water_version integer NOT NULL DEFAULT 1;
