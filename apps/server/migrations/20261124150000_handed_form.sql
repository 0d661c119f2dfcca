-- Up Migration
-- Providers whose page a payer opens with a form hear of an order from him alone. An attempt that never handed the form out
-- needs no question: some providers lock a shop that asks too often for what they do not know.
ALTER TABLE collection_attempt ADD COLUMN handed_at timestamptz;
