-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129100000_payer_slices
-- Makes the next slice of so many orders and answers how many it made: none while there is no full one of orders older than an hour.
-- By then whoever writes an order has ended, so none can come between.

CREATE FUNCTION slice_payers(size integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  behind bigint;
  made int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('collections.slice', 0)) THEN
    RETURN 0;
  END IF;
  SELECT coalesce(max(s.last_id), 0) INTO behind FROM payer_slice s;
  INSERT INTO payer_slice
  WITH next AS MATERIALIZED (
    SELECT o.id, o.created_at, payer_print(o.real_name) AS name, payer_print(o.payer_last5) AS digits,
           payer_print(o.request_ip) AS address, o.order_amount AS amount
    FROM whole.collection_order o WHERE o.id > behind ORDER BY o.id LIMIT size
  )
  SELECT w.last_id, w.first_at, w.last_at, n.prints, n.ids, d.prints, d.ids, a.prints, a.ids, m.amounts, m.ids
  FROM (
    SELECT max(id) AS last_id, min(created_at) AS first_at, max(created_at) AS last_at FROM next
    HAVING count(*) = size AND max(created_at) < business_now() - interval '1 hour'
  ) w
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(s.name), '{}') AS prints, coalesce(array_agg(s.id), '{}') AS ids
    FROM (SELECT name, id FROM next WHERE name IS NOT NULL ORDER BY name, id) s) n
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(s.digits), '{}') AS prints, coalesce(array_agg(s.id), '{}') AS ids
    FROM (SELECT digits, id FROM next WHERE digits IS NOT NULL ORDER BY digits, id) s) d
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(s.address), '{}') AS prints, coalesce(array_agg(s.id), '{}') AS ids
    FROM (SELECT address, id FROM next WHERE address IS NOT NULL ORDER BY address, id) s) a
  CROSS JOIN LATERAL (
    SELECT array_agg(s.amount) AS amounts, array_agg(s.id) AS ids FROM (SELECT amount, id FROM next ORDER BY amount, id) s) m;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END $function$
;
