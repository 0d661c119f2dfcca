-- Up Migration
-- What a notification is about, where one is enough for a while: strangers can cause some of them (forged notices),
-- and must not fill anybody's list.

ALTER TABLE notification ADD COLUMN subject text;
CREATE INDEX notification_subject ON notification (user_id, type, subject, created_at) WHERE subject IS NOT NULL;
