-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113000_audit_reading
-- Everything that was done to one thing. The acts that every order writes stand at the times of the order and of its
-- journals, and are in no index of their own.

CREATE FUNCTION audit_of(kind text, id text)
 RETURNS SETOF audit_entry
 LANGUAGE sql
 STABLE ROWS 20
 SET enable_seqscan TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT l.id, 0, l.at, l.actor_id, l.effective_id, l.act, l.object_kind, l.object_id, l.outcome, l.from_status, l.to_status,
         l.journal_id, l.before, l.after, l.ip, l.user_agent, l.request_id
  FROM audit_log l
  WHERE l.object_kind = kind AND l.object_id = audit_of.id
    AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release')
  UNION ALL
  SELECT l.*
  FROM (SELECT CASE WHEN kind = 'collection' AND audit_of.id ~ '^\d{1,18}$' THEN audit_of.id::bigint END AS id) asked
  CROSS JOIN LATERAL (
    SELECT o.created_at AS at FROM collection_order o WHERE o.id = asked.id
    UNION SELECT o.completed_at FROM collection_order o WHERE o.id = asked.id
    UNION SELECT j.posted_at FROM journal j
          WHERE j.event IN ('collection.settle', 'collection.release') AND j.ref_id = asked.id
  ) time
  JOIN audit_entry l ON l.at = time.at
  WHERE l.object_kind = kind AND l.object_id = audit_of.id
    AND l.act IN ('collection.create', 'collection.settle', 'collection.release')
$function$
;
