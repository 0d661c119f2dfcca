-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Counts the orders of today that came before a limit was set, and lets those that wait hold their part of it. Orders that have
-- ended and are not looked at yet count as long as they hold theirs.

CREATE FUNCTION recount_channels()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  today date := business_day(business_now());
  since timestamptz := today::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  u record;
  counted int := 0;
BEGIN
  DELETE FROM channel_usage h WHERE h.day < today - 1;
  FOR u IN
    SELECT h.channel_id, h.method_id, c.direction, m.customer_id, m.alias
    FROM channel_usage h JOIN channel c ON c.id = h.channel_id LEFT JOIN customer_method m ON m.id = h.method_id
    WHERE NOT h.is_whole AND h.day = today ORDER BY h.channel_id, h.method_id FOR NO KEY UPDATE OF h
  LOOP
    WITH mine AS MATERIALIZED (
      SELECT o.id, o.pay_amount AS amount, o.channel_account_id, o.customer_id, o.method, o.status = 'pending' AS waits
      FROM collection_order o
      WHERE u.direction = 'collection' AND o.created_at >= since AND o.channel_id = u.channel_id AND NOT o.is_test
        AND (o.status IN ('pending', 'success', 'refund') OR EXISTS (
          SELECT FROM channel_reservation r
          WHERE r.order_kind = 'collection' AND r.order_id = o.id AND r.channel_id = u.channel_id AND r.day = today))
      UNION ALL
      SELECT p.id, p.amount, p.channel_account_id, p.customer_id, p.method, p.status = 'processing'
      FROM payout_order p
      WHERE u.direction = 'payout' AND p.created_at >= since AND p.channel_id = u.channel_id AND NOT p.is_test
        AND (p.status IN ('processing', 'paid', 'rejected_reversed') OR EXISTS (
          SELECT FROM channel_reservation r
          WHERE r.order_kind = 'payout' AND r.order_id = p.id AND r.channel_id = u.channel_id AND r.day = today))
    ), own AS MATERIALIZED (
      SELECT * FROM mine WHERE u.method_id = 0 OR (mine.customer_id = u.customer_id AND mine.method = u.alias)
    ), held AS (
      INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
      SELECT u.direction, own.id, u.channel_id, own.channel_account_id, m.id, today, own.amount
      FROM own JOIN customer_method m ON m.customer_id = own.customer_id AND m.alias = own.method AND m.channel_id = u.channel_id
      WHERE own.waits ON CONFLICT DO NOTHING
    )
    UPDATE channel_usage h SET is_whole = true, amount = x.amount, count = x.count
    FROM (SELECT coalesce(sum_minor(own.amount), 0) AS amount, count(*)::int AS count FROM own) x
    WHERE h.channel_id = u.channel_id AND h.method_id = u.method_id AND h.day = today;
    counted := counted + 1;
  END LOOP;
  FOR u IN
    SELECT h.channel_account_id FROM channel_account_usage h WHERE NOT h.is_whole
    ORDER BY h.channel_account_id FOR NO KEY UPDATE
  LOOP
    WITH mine AS MATERIALIZED (
      SELECT o.id, o.pay_amount AS amount, o.channel_id, m.id AS method_id
      FROM collection_order o
      JOIN customer_method m ON m.customer_id = o.customer_id AND m.alias = o.method AND m.channel_id = o.channel_id
      WHERE o.expires_at > business_now() - interval '1 hour' AND o.status = 'pending'
        AND o.channel_account_id = u.channel_account_id AND NOT o.is_test
        AND NOT EXISTS (SELECT FROM channel_reservation r WHERE r.order_kind = 'collection' AND r.order_id = o.id)
    ), held AS (
      INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
      SELECT 'collection', mine.id, mine.channel_id, u.channel_account_id, mine.method_id, today, mine.amount FROM mine
      ON CONFLICT DO NOTHING
    )
    UPDATE channel_account_usage h SET is_whole = true, pending = x.amount
    FROM (
      SELECT coalesce(sum_minor(w.amount), 0) AS amount FROM (
        SELECT mine.amount FROM mine
        UNION ALL
        SELECT r.amount FROM channel_reservation r
        WHERE r.order_kind = 'collection' AND r.channel_account_id = u.channel_account_id) w
    ) x
    WHERE h.channel_account_id = u.channel_account_id;
    counted := counted + 1;
  END LOOP;
  RETURN counted;
END $function$
;
