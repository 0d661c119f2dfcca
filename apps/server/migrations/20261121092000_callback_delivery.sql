-- Up Migration
-- What delivering callbacks needs besides the events: whose endpoint it is, the lane that keeps one bad endpoint
-- from delaying others, and the merchant's choices.

ALTER TABLE callback
  ALTER COLUMN url SET NOT NULL,
  -- Whose address and secret: the merchant, or his senior agent where the agent's system is told.
  ADD COLUMN recipient_id bigint NOT NULL,
  -- In whose tree the order was made: a merchant who moves on leaves what was told there behind.
  ADD COLUMN agent_id bigint NOT NULL,
  -- Origin, a space, recipient: events of one lane share their few places, other lanes do not feel it.
  ADD COLUMN lane text COLLATE "C" NOT NULL,
  -- A person asked for the next attempt: it is made whatever the 8-hour rule or a paused address says.
  ADD COLUMN asked boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT callback_source CHECK (source IN ('live', 'seed'));
ALTER TABLE callback SET (fillfactor = 70);
CREATE INDEX callback_lane_due ON callback (lane, next_at, id) WHERE next_at IS NOT NULL;
-- A merchant pulls his events in the order in which they happened.
CREATE INDEX callback_customer ON callback (customer_id, id);
-- Days of the console; events come in the order of their time, so this costs their queue nothing.
CREATE INDEX callback_created ON callback USING brin (created_at) WITH (autosummarize = on);

ALTER TABLE webhook_endpoint
  ADD COLUMN v1_secret_sealed text,
  -- Three more attempts over two and a half days.
  ADD COLUMN extended boolean NOT NULL DEFAULT false,
  -- Events that are sent only to those who ask: collection.created, payout.processing.
  ADD COLUMN opt_in_events text[] NOT NULL DEFAULT '{}';
-- Nearly always empty: whether anybody asks for them is asked for every order.
CREATE INDEX webhook_endpoint_opted_in ON webhook_endpoint (customer_id) WHERE opt_in_events <> '{}';
