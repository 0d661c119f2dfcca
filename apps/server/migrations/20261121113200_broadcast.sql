-- Up Migration
-- Messages from the platform to many users at once. Each reader gets a notification of his own, so whoever was away
-- finds it in his list; the message knows who read it.

CREATE TABLE broadcast (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  level text NOT NULL CHECK (level IN ('info', 'warning', 'danger')),
  color text NOT NULL CHECK (color IN ('blue', 'green', 'orange', 'red', 'violet')),
  sound boolean NOT NULL,
  roles text[] NOT NULL,
  agent_id bigint REFERENCES app_user,
  user_ids bigint[] NOT NULL,
  created_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  -- Null until the relay has written the notifications.
  recipients integer
);

ALTER TABLE notification ADD COLUMN broadcast_id bigint REFERENCES broadcast;
CREATE INDEX notification_broadcast ON notification (broadcast_id) WHERE broadcast_id IS NOT NULL;
