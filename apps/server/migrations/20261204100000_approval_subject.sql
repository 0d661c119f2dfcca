-- Up Migration
-- Lists show what waits for a second person on each of their rows, and an act asks under the lock of its subject whether it waits
-- already: both find it by the subject. Only what waits stands in the index, which is little however long the log of approvals becomes.
-- The version before: it does not read the index.
CREATE INDEX approval_subject ON approval (subject_kind, subject_id) WHERE state = 'waiting';
