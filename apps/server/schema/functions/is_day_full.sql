-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Whether a day is full is read from what routing itself counts: of a channel by itself (method 0) or of one merchant's use of it.
-- A limit of 0 is none.

CREATE FUNCTION is_day_full(whose bigint, of_method bigint, most_amount bigint, most_count integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (most_amount > 0 OR most_count > 0) AND EXISTS (
    SELECT FROM public.channel_usage u
    WHERE u.channel_id = whose AND u.method_id = of_method AND u.day = public.business_day(public.business_now())
      AND ((most_amount > 0 AND u.amount >= most_amount) OR (most_count > 0 AND u.count >= most_count)))
$function$
;
