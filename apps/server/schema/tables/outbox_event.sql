-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- Every event that waits, one row each.

CREATE VIEW outbox_event AS
 SELECT outbox.id,
    outbox.kind,
    outbox.subject,
    (outbox.payload)::jsonb AS payload,
    outbox.created_at
   FROM outbox
UNION ALL
 SELECT e.id,
    e.kind,
    e.subject,
    e.payload,
    e.created_at
   FROM (outbox_batch b
     CROSS JOIN LATERAL events_of_batch(b.*) e(id, kind, subject, payload, created_at));
