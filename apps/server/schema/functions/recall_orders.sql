-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- Brings archived orders back with all that belongs to them, because somebody has to act on them, and answers which. Those that
-- are not in the archive are none of its matter. Afterwards they are orders like any other, locked by this transaction.

CREATE FUNCTION recall_orders(of_kind text, ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  ours bigint[];
BEGIN
  IF of_kind = 'payout' THEN
    ours := ARRAY(SELECT o.id FROM archive.payout_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR UPDATE);
  ELSE
    ours := ARRAY(SELECT o.id FROM archive.collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR UPDATE);
  END IF;
  IF ours = '{}' THEN RETURN; END IF;
  PERFORM archive.shift(of_kind, ours, 'archive', 'public');
  IF of_kind = 'payout' THEN
    -- They were counted when they were made: what their coming back has noted for the sums is no news. Of what was archived
    -- nothing else was noted that is not folded.
    DELETE FROM payout_delta d WHERE d.was_states IS NULL AND d.order_ids && ours;
  END IF;
  INSERT INTO archive_recall (kind, orders) VALUES (of_kind, cardinality(ours));
  INSERT INTO audit_log (at, act, object_kind, object_id)
  SELECT business_now(), of_kind || '.recall', of_kind, i.id::text FROM unnest(ours) AS i (id);
  RETURN QUERY SELECT unnest(ours);
END $function$
;
