-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Reserves what an order takes of its channel's limits, under their locks: of the channel, then of the merchant's use of it,
-- then of the receiving account. Answers the limit that it does not fit in, and reserves nothing then; null when it stands.
-- Waits for nobody longer than 50 ms. To be called last in a transaction, because others wait for the same rows.

CREATE FUNCTION reserve_channel(kind text, wanted bigint, to_channel bigint, method bigint, taken bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
DECLARE
  today date := business_day(business_now());
  l record;
  u record;
  held bigint;
BEGIN
  SELECT c.channel_account_id AS account, c.daily_amount, c.daily_count, coalesce(m.daily_amount, 0) AS own_amount,
         coalesce(m.daily_count, 0) AS own_count, coalesce(a.balance, 0) AS told,
         CASE WHEN c.direction = 'collection' THEN least(nullif(c.balance_limit, 0), nullif(m.balance_limit, 0)) END AS ceiling
  INTO STRICT l
  FROM channel c JOIN channel_account a ON a.id = c.channel_account_id LEFT JOIN customer_method m ON m.id = method
  WHERE c.id = to_channel;

  INSERT INTO channel_usage (channel_id, method_id, day)
  SELECT to_channel, x.id, today
  FROM (VALUES (0, l.daily_amount, l.daily_count), (method, l.own_amount, l.own_count)) AS x (id, amount, count)
  WHERE (x.amount > 0 OR x.count > 0) AND NOT EXISTS (
    SELECT FROM channel_usage h WHERE h.channel_id = to_channel AND h.method_id = x.id AND h.day = today)
  ORDER BY x.id ON CONFLICT DO NOTHING;
  FOR u IN
    SELECT h.method_id, h.amount, h.count FROM channel_usage h
    WHERE h.channel_id = to_channel AND h.method_id IN (0, method) AND h.day = today
    ORDER BY h.method_id FOR NO KEY UPDATE
  LOOP
    IF (CASE u.method_id WHEN 0 THEN l.daily_amount ELSE l.own_amount END) BETWEEN 1 AND u.amount + taken - 1 THEN
      RETURN 'dailyAmountReached';
    END IF;
    IF (CASE u.method_id WHEN 0 THEN l.daily_count ELSE l.own_count END) BETWEEN 1 AND u.count THEN
      RETURN 'dailyCountReached';
    END IF;
  END LOOP;
  IF l.ceiling IS NOT NULL THEN
    INSERT INTO channel_account_usage (channel_account_id)
    SELECT l.account WHERE NOT EXISTS (SELECT FROM channel_account_usage h WHERE h.channel_account_id = l.account)
    ON CONFLICT DO NOTHING;
    SELECT h.pending + h.received INTO held FROM channel_account_usage h
    WHERE h.channel_account_id = l.account FOR NO KEY UPDATE;
    IF l.told + held + taken > l.ceiling THEN
      RETURN 'balanceLimitReached';
    END IF;
    UPDATE channel_account_usage SET pending = pending + taken WHERE channel_account_id = l.account;
  END IF;

  UPDATE channel_usage h SET amount = h.amount + taken, count = h.count + 1
  WHERE h.channel_id = to_channel AND h.method_id IN (0, method) AND h.day = today;
  INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
  VALUES (kind, wanted, to_channel, l.account, method, today, taken);
  RETURN NULL;
END $function$
;
