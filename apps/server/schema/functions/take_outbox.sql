-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- Takes what waits out of both tables, oldest first, until there are `most` events; a batch stays whole and has `ids`.
-- One relay at a time: whoever does not get the lock gets nothing. While an event of a subject in `resting` waits for
-- its next try, batches are unfolded, so that nothing of that subject overtakes it; one that comes meanwhile waits.

CREATE FUNCTION take_outbox(resting text[], most integer)
 RETURNS TABLE(id bigint, ids bigint[], kind text, subject text, payload json, created_at timestamp with time zone)
 LANGUAGE plpgsql
 ROWS 100
AS $function$
BEGIN
  IF NOT pg_try_advisory_xact_lock(outbox_lock()) THEN
    RETURN;
  END IF;
  IF cardinality(resting) > 0 THEN
    PERFORM unfold_outbox(ARRAY(SELECT b.id FROM outbox_batch b ORDER BY b.id LIMIT most));
  END IF;
  RETURN QUERY
  WITH waiting AS (
    (SELECT o.id, NULL::bigint[] AS ids, o.kind, o.subject, o.payload, o.created_at, 1 AS events
     FROM outbox o WHERE o.subject <> ALL (resting) ORDER BY o.id LIMIT most)
    UNION ALL
    (SELECT b.id, b.ids, b.kind, NULL, b.payload, b.created_at, cardinality(b.ids) FROM outbox_batch b
     WHERE cardinality(resting) = 0 ORDER BY b.id LIMIT most)
  ), taken AS MATERIALIZED (
    SELECT * FROM (SELECT w.*, sum(w.events) OVER (ORDER BY w.id) - w.events AS before FROM waiting w) counted
    WHERE before < most
  ), single AS (
    DELETE FROM outbox o WHERE o.id = ANY (ARRAY(SELECT t.id FROM taken t WHERE t.ids IS NULL))
  ), batch AS (
    DELETE FROM outbox_batch b WHERE b.id = ANY (ARRAY(SELECT t.id FROM taken t WHERE t.ids IS NOT NULL))
  )
  SELECT t.id, t.ids, t.kind, t.subject, t.payload, t.created_at FROM taken t ORDER BY t.id;
END $function$
;
