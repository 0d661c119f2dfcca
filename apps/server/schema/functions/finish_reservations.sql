-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Ends the reservations of orders that have ended or go another way, up to `most` of them, and answers how many: a success
-- keeps its part of the day, all else gives it back.

CREATE FUNCTION finish_reservations(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  kept channel_reservation[];
  freed channel_reservation[];
BEGIN
  WITH over AS (
    SELECT r.order_kind, r.order_id,
           CASE r.order_kind WHEN 'collection' THEN o.channel_id = r.channel_id AND o.status IN ('success', 'refund')
             ELSE p.channel_id = r.channel_id AND p.status IN ('paid', 'rejected_reversed') END AS is_kept
    FROM channel_reservation r
    LEFT JOIN collection_order o ON r.order_kind = 'collection' AND o.id = r.order_id
    LEFT JOIN payout_order p ON r.order_kind = 'payout' AND p.id = r.order_id
    WHERE coalesce(o.channel_id, p.channel_id) IS DISTINCT FROM r.channel_id
      OR coalesce(o.status <> 'pending', p.status <> 'processing', true)
    LIMIT most
  ), gone AS (
    DELETE FROM channel_reservation r USING over o WHERE r.order_kind = o.order_kind AND r.order_id = o.order_id
    RETURNING r, o.is_kept
  )
  SELECT array_agg(g.r) FILTER (WHERE g.is_kept), array_agg(g.r) FILTER (WHERE g.is_kept IS NOT TRUE) INTO kept, freed FROM gone g;
  IF freed IS NOT NULL THEN
    PERFORM end_reservations(freed, false);
  END IF;
  IF kept IS NOT NULL THEN
    PERFORM end_reservations(kept, true);
  END IF;
  RETURN coalesce(cardinality(kept), 0) + coalesce(cardinality(freed), 0);
END $function$
;
