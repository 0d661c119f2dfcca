-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release
-- Puts one order's release aside: it stays due, is left alone by the nightly work, and waits for a person.

CREATE FUNCTION set_release_aside(wanted bigint, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
BEGIN
  WITH aside AS (
    UPDATE settlement_due d SET set_aside_at = at, set_aside_reason = reason
    FROM collection_order o
    WHERE o.id = wanted AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.order_id = o.id
    RETURNING o.id
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.flagged', 'collection:' || a.id, json_build_object('order_id', a.id::text, 'reason', 'releaseFailed'), at
    FROM aside a
  )
  INSERT INTO audit_log (at, act, object_kind, object_id, outcome, after)
  SELECT at, 'collection.releaseAside', 'collection', a.id::text, 'failed', json_build_object('reason', reason) FROM aside a;
END $function$
;
