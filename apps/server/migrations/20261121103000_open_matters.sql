-- Up Migration
-- What the landing page counts: receipts that wait for a person and callbacks that were given up. Both are few.
-- An attempt changes next_at, which is indexed already, so the second index costs callbacks no heap-only update.

CREATE INDEX receipt_open ON receipt (order_id) WHERE closed_at IS NULL;
CREATE INDEX callback_failed ON callback (order_id) WHERE status = 'failed' AND next_at IS NULL;
-- What waits for an address to be opened, or for a person.
CREATE INDEX callback_stuck ON callback (recipient_id) WHERE next_at IS NULL AND status IN ('not_sent', 'failed');
