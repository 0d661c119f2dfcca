-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- The log as it is read: one row an act on one thing. Several of the same row differ by their place in it.

CREATE VIEW audit_entry AS
 SELECT l.id,
    e.place,
    l.at,
    e.actor_id,
    e.effective_id,
    l.act,
    l.object_kind,
    e.object_id,
    l.outcome,
    l.from_status,
    l.to_status,
    l.journal_id,
    l.before,
    e.after,
    l.ip,
    l.user_agent,
    e.request_id
   FROM (audit_log l
     CROSS JOIN LATERAL ( SELECT (0)::bigint AS place,
            l.actor_id,
            l.effective_id,
            l.object_id,
            l.after,
            l.request_id
          WHERE (l.act <> 'collection.create'::text)
        UNION ALL
         SELECT c.place,
            c.actor_id,
            c.actor_id,
            c.object_id,
            collection_facts(c.origin) AS collection_facts,
            c.request_id
           FROM created_orders(l.*) c(place, object_id, origin, actor_id, request_id)
          WHERE (l.act = 'collection.create'::text)) e);
