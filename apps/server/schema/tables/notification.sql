-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity

CREATE TABLE notification (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  event_id bigint,
  type text NOT NULL,
  msg_type text,
  sound boolean NOT NULL DEFAULT false,
  level text NOT NULL DEFAULT 'info'::text,
  params jsonb NOT NULL DEFAULT '{}'::jsonb,
  path text,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  subject text,
  broadcast_id bigint,
  CONSTRAINT notification_event_id_user_id_key UNIQUE (event_id, user_id),
  CONSTRAINT notification_pkey PRIMARY KEY (id),
  CONSTRAINT notification_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcast(id),
  CONSTRAINT notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT notification_level_check CHECK ((level = ANY (ARRAY['info'::text, 'warning'::text, 'danger'::text]))),
  CONSTRAINT notification_msg_type_check CHECK ((msg_type = 'ExportCompleted'::text))
);
CREATE INDEX notification_broadcast ON notification USING btree (broadcast_id) WHERE (broadcast_id IS NOT NULL);
CREATE INDEX notification_subject ON notification USING btree (user_id, type, subject, created_at) WHERE (subject IS NOT NULL);
CREATE INDEX notification_unread ON notification USING btree (user_id, id DESC) WHERE (read_at IS NULL);
CREATE INDEX notification_user ON notification USING btree (user_id, id DESC);
