-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123100700_bound_by_the_platform

CREATE FUNCTION limits_of(r withdraw_rule)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ARRAY[r.max_amount, r.daily_amount, r.daily_count, r.per_card_daily, r.card_usage_limit, r.settle_accounts_max]
$function$
;

CREATE FUNCTION limits_of(s payout_setting)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ARRAY[s.max_amount, s.daily_amount, s.daily_count, s.card_daily_amount, s.card_daily_count, s.manual_from, s.payee_hour_count,
    s.payee_day_amount, s.user_hour_count, s.key_hour_count, s.merchant_peak_factor]
$function$
;
