-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- Puts batches into the outbox as single events, so that each goes its own way.

CREATE FUNCTION unfold_outbox(batches bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH gone AS (DELETE FROM outbox_batch WHERE id = ANY (batches) RETURNING *)
  INSERT INTO outbox (id, kind, subject, payload, created_at) OVERRIDING SYSTEM VALUE
  SELECT e.id, e.kind, e.subject, e.payload, e.created_at FROM gone CROSS JOIN events_of_batch(gone) e
$function$
;
