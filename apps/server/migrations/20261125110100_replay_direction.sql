-- Up Migration
-- Payouts are routed once more as well: which way the money of a replay goes. And a person has one replay under way, however fast
-- he asks: each reads a whole day.
ALTER TABLE routing_replay ADD COLUMN direction text NOT NULL DEFAULT 'collection' CHECK (direction IN ('collection', 'payout'));
ALTER TABLE routing_replay ALTER COLUMN direction DROP DEFAULT;

UPDATE routing_replay SET state = 'failed', ended_at = now() WHERE state = 'running';
CREATE UNIQUE INDEX routing_replay_running ON routing_replay (user_id) WHERE state = 'running';
