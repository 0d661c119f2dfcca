-- Up Migration
-- Where little was known of the orders yet (a first day, a demo that draws its history) those that were to expire were not looked up by
-- their key: every order whose time is over was read, which is nearly every one there is. 3,000 that expired, three at a time, read
-- 430,000 pages.

-- As before, but that an order is looked up by its key: what it is compared with comes from the row as it was locked, and OFFSET 0
-- keeps the comparisons out of the look-up.
CREATE OR REPLACE FUNCTION expire_collections(ids bigint[], request text) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
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
END $$;
