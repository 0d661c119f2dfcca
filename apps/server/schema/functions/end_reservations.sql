-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Takes reservations back: wholly, or with `kept` only what still waits for money. The rows are locked in the order in which
-- reserving locks them.

CREATE FUNCTION end_reservations(gone channel_reservation[], kept boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
BEGIN
  PERFORM FROM channel_usage u
  WHERE NOT kept AND EXISTS (
    SELECT FROM unnest(gone) g WHERE u.channel_id = g.channel_id AND u.method_id IN (0, g.method_id) AND u.day = g.day)
  ORDER BY u.channel_id, u.method_id, u.day FOR NO KEY UPDATE;
  PERFORM FROM channel_account_usage u
  WHERE u.channel_account_id IN (SELECT g.channel_account_id FROM unnest(gone) g)
  ORDER BY u.channel_account_id FOR NO KEY UPDATE;
  UPDATE channel_usage u SET amount = greatest(0, u.amount - x.amount), count = greatest(0, u.count - x.count)
  FROM (
    SELECT g.channel_id, s.method_id, g.day, sum_minor(g.amount) AS amount, count(*)::int AS count
    FROM unnest(gone) g CROSS JOIN LATERAL (VALUES (0::bigint), (g.method_id)) AS s (method_id)
    GROUP BY g.channel_id, s.method_id, g.day
  ) x
  WHERE NOT kept AND u.channel_id = x.channel_id AND u.method_id = x.method_id AND u.day = x.day;
  UPDATE channel_account_usage u SET pending = greatest(0, u.pending - x.amount),
    received = u.received + CASE WHEN kept THEN x.amount ELSE 0 END
  FROM (SELECT g.channel_account_id, sum_minor(g.amount) AS amount FROM unnest(gone) g GROUP BY 1) x
  WHERE u.channel_account_id = x.channel_account_id;
END $function$
;
