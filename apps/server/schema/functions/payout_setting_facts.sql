-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- A rule as the log tells it: sums in major units.

CREATE FUNCTION payout_setting_facts(s payout_setting)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'min', trim_scale(s.min_amount / u.one)::text, 'max', trim_scale(s.max_amount / u.one)::text,
    'daily_amount', trim_scale(s.daily_amount / u.one)::text, 'daily_count', s.daily_count::text,
    'card_daily_amount', trim_scale(s.card_daily_amount / u.one)::text, 'card_daily_count', s.card_daily_count::text,
    'manual_from', trim_scale(s.manual_from / u.one)::text, 'payee_hour_count', s.payee_hour_count::text,
    'payee_day_amount', trim_scale(s.payee_day_amount / u.one)::text, 'user_hour_count', s.user_hour_count::text,
    'key_hour_count', s.key_hour_count::text, 'merchant_peak_factor', s.merchant_peak_factor::text))
  FROM (SELECT CASE s.currency WHEN 'USDT' THEN 1000000.0 ELSE 10000.0 END AS one) u
$function$
;
