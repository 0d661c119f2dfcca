-- Up Migration
-- Whoever submitted something may take it back while it waits: an end of its own, which nobody else decided.

ALTER TABLE approval DROP CONSTRAINT approval_state_check;
ALTER TABLE approval ADD CONSTRAINT approval_state_check
  CHECK (state IN ('waiting', 'approved', 'refused', 'expired', 'stale', 'withdrawn'));
