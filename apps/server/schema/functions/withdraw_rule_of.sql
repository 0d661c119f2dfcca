-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- The rule of an owner as it stands: his own, and what of it is inherited from the platform's.

CREATE FUNCTION withdraw_rule_of(owner bigint, money text)
 RETURNS withdraw_rule
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (own.id, owner, NULL::text, money, coalesce(own.min_amount, r.min_amount), coalesce(own.max_amount, r.max_amount),
    coalesce(own.daily_amount, r.daily_amount), coalesce(own.daily_count, r.daily_count),
    coalesce(own.per_card_daily, r.per_card_daily), coalesce(own.card_usage_limit, r.card_usage_limit),
    coalesce(own.windows, r.windows), coalesce(own.holidays_closed, r.holidays_closed),
    coalesce(own.auto_approve_max, r.auto_approve_max), coalesce(own.settle_accounts_max, r.settle_accounts_max),
    r.account_rest_h, r.rate_lock_s, own.version, own.bound)::withdraw_rule
  FROM app_user u JOIN withdraw_rule r ON r.role = u.kind AND r.currency = money
  LEFT JOIN withdraw_rule own ON own.owner_id = u.id AND own.currency = money
  WHERE u.id = owner
$function$
;
