-- Up Migration
-- Whether a channel has taken for the day what it may take, for the lists that tell its state.

-- What stands on a channel since midnight in UTC+8, of all merchants or of one: orders under way and paid ones.
CREATE FUNCTION channel_used_today(whose bigint, of_customer bigint, OUT amount numeric, OUT count bigint)
LANGUAGE sql STABLE AS $$
  WITH today AS (
    SELECT public.business_day(public.business_now())::timestamp AT TIME ZONE 'UTC' - interval '8 hours' AS began
  ), used AS (
    SELECT o.order_amount AS amount FROM public.collection_order o, today
    WHERE o.channel_id = whose AND o.created_at >= today.began AND o.status IN ('pending', 'success')
      AND NOT o.is_test AND (of_customer IS NULL OR o.customer_id = of_customer)
    UNION ALL
    SELECT o.amount FROM public.payout_order o, today
    WHERE o.channel_id = whose AND o.created_at >= today.began AND o.status IN ('processing', 'paid')
      AND NOT o.is_test AND (of_customer IS NULL OR o.customer_id = of_customer)
  )
  SELECT coalesce(sum(u.amount), 0), count(*) FROM used u
$$;
-- A limit of 0 is none; where there is none, nothing is counted.
CREATE FUNCTION is_day_full(whose bigint, of_customer bigint, most_amount bigint, most_count integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN most_amount = 0 AND most_count = 0 THEN false ELSE (
    SELECT (most_amount > 0 AND u.amount >= most_amount) OR (most_count > 0 AND u.count >= most_count)
    FROM public.channel_used_today(whose, of_customer) u)
  END
$$;
