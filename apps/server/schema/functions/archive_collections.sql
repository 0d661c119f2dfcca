-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- Looks at the next collections beyond the online period and moves those of which nothing is left to do: they have ended long ago
-- and in the ordinary way, their money was released, their merchants were told, and nobody has them in hand. What somebody
-- holds at this moment is left for the next month. Answers how many it looked at (less than it might: there are no more) and
-- how many it moved. Waits for nobody, and commits with its row in the log or not at all.

CREATE FUNCTION archive_collections(most integer)
 RETURNS TABLE(looked integer, moved integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  seen bigint[] := archive.next('collection', most);
  horizon timestamptz := archive.horizon();
  ours bigint[];
BEGIN
  -- Locked first and judged by a later snapshot: whoever acts on an order holds its lock.
  ours := ARRAY(
    SELECT o.id FROM collection_order o
    WHERE o.id = ANY (seen) AND o.status IN ('success', 'expired', 'test_supplied') AND o.refund_status IS NULL
      AND o.callback_status <> 'sending' AND o.completed_at < horizon
    ORDER BY o.id FOR UPDATE SKIP LOCKED);
  ours := ARRAY(
    SELECT o.id FROM collection_order o JOIN archive.are_told('collection', ours) told (id) ON told.id = o.id
    WHERE (o.fee IS NULL OR (o.settle_at < horizon AND NOT EXISTS (
        SELECT FROM settlement_due d WHERE d.settle_at = o.settle_at AND d.order_id = o.id)))
      AND NOT EXISTS (SELECT FROM collection_lock l WHERE l.order_id = o.id AND l.until > now())
      AND NOT EXISTS (SELECT FROM collection_check k WHERE k.order_id = o.id)
      AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.id)
      AND NOT EXISTS (SELECT FROM supply s WHERE s.order_id = o.id)
      AND NOT EXISTS (SELECT FROM receipt r WHERE r.order_id = o.id)
      AND NOT EXISTS (SELECT FROM balance_edit e WHERE e.order_id = o.id)
      AND NOT EXISTS (SELECT FROM awaited_transfer t WHERE t.order_id = o.id AND t.freed_at IS NULL)
      AND NOT EXISTS (
        SELECT FROM collection_attempt a WHERE a.order_id = o.id AND (a.doubted OR a.asking_until IS NOT NULL))
      -- What is not folded into the kept sums yet is found by the orders.
      AND o.id NOT IN (SELECT unnest(d.order_ids) FROM collection_delta d)
    ORDER BY o.id);
  DELETE FROM collection_lock l WHERE l.order_id = ANY (ours);
  PERFORM archive.move('collection', ours);
  RETURN QUERY SELECT cardinality(seen), cardinality(ours);
END $function$
;
