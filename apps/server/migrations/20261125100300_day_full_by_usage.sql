-- Up Migration
-- Whether a channel has taken for the day what it may take is told by the same counters that decide it (channel_usage): one truth,
-- and no list that adds up a day's orders.

CREATE OR REPLACE FUNCTION is_day_full(whose bigint, of_customer bigint, most_amount bigint, most_count integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN most_amount = 0 AND most_count = 0 THEN false ELSE coalesce((
    SELECT (most_amount > 0 AND sum(u.amount) >= most_amount) OR (most_count > 0 AND sum(u.count) >= most_count)
    FROM public.channel_usage u
    WHERE u.channel_id = whose AND u.day = public.business_day(public.business_now())
      AND CASE WHEN of_customer IS NULL THEN u.method_id = 0
        ELSE u.method_id IN (SELECT m.id FROM public.customer_method m WHERE m.channel_id = whose AND m.customer_id = of_customer) END),
    false) END
$$;
DROP FUNCTION channel_used_today;
