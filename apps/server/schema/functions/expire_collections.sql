-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090460_collection_end
-- Ends unpaid orders whose time is over; the caller has asked the provider before. Answers those that it ended.
--
-- 20261204080000_expiry_by_key
-- As before, but that an order is looked up by its key: what it is compared with comes from the row as it was locked, and OFFSET 0
-- keeps the comparisons out of the look-up.

CREATE FUNCTION expire_collections(ids bigint[], request text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  at timestamptz := business_now();
BEGIN
  RETURN QUERY
  WITH ended AS (
    UPDATE collection_order o SET status = 'expired', completed_at = at
    FROM (SELECT h.id, h.status, h.expires_at FROM collection_order h WHERE h.id = ANY (ids)
          ORDER BY h.id OFFSET 0 FOR NO KEY UPDATE) h
    WHERE o.id = h.id AND h.status = 'pending' AND h.expires_at <= at
    RETURNING o.*
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.expired', 'collection:' || e.id, collection_news(e::collection_order), at FROM ended e ORDER BY e.id
  ), audited AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, request_id)
    SELECT at, 'collection.expire', 'collection', e.id::text, 'pending', 'expired', request FROM ended e
  )
  SELECT e.id FROM ended e;
END $function$
;
