-- Up Migration
-- Whose house paused an address: what the platform or a senior agent paused is not opened again from below, nor by an answer that
-- somebody below brings about.

-- The house; 0 is the platform. Null where it was paused by the answer of the address itself, or is open.
ALTER TABLE webhook_endpoint ADD COLUMN paused_by bigint;
