-- Up Migration
-- Whether a day is full is read from what routing itself counts: a list that counted orders another way said that a channel takes
-- orders which routing refused, and looked through the day's orders once for each of its rows.

DROP FUNCTION is_day_full(bigint, bigint, bigint, integer);
DROP FUNCTION channel_used_today(bigint, bigint);

-- Of a channel by itself (method 0) or of one merchant's use of it. A limit of 0 is none.
CREATE FUNCTION is_day_full(whose bigint, of_method bigint, most_amount bigint, most_count integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT (most_amount > 0 OR most_count > 0) AND EXISTS (
    SELECT FROM public.channel_usage u
    WHERE u.channel_id = whose AND u.method_id = of_method AND u.day = public.business_day(public.business_now())
      AND ((most_amount > 0 AND u.amount >= most_amount) OR (most_count > 0 AND u.count >= most_count)))
$$;
