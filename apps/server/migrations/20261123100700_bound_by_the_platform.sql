-- Up Migration
-- A senior agent could widen again what the platform had narrowed for one of his merchants, or for himself: its word counted only
-- until somebody below wrote over it. What the platform set last of an account stays beside the rule, and binds those below.

-- The rule as the platform set it last, without its keys; null where it never did.
ALTER TABLE payout_setting ADD COLUMN bound jsonb;

-- Whether limits let more through than those that bind them, pair by pair; 0 is no limit. Who says nothing inherits from further up,
-- which may be wider, unless it is bound itself.
CREATE FUNCTION exceeds(own bigint[], bound bigint[], may_inherit boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bool_or(l.bound > 0 AND CASE WHEN l.own IS NULL THEN NOT may_inherit ELSE l.own = 0 OR l.own > l.bound END), false)
  FROM unnest(own, bound) AS l (own, bound)
$$;
CREATE FUNCTION limits_of(s payout_setting) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[s.max_amount, s.daily_amount, s.daily_count, s.card_daily_amount, s.card_daily_count, s.manual_from, s.payee_hour_count,
    s.payee_day_amount, s.user_hour_count, s.key_hour_count, s.merchant_peak_factor]
$$;
CREATE FUNCTION limits_of(r withdraw_rule) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[r.max_amount, r.daily_amount, r.daily_count, r.per_card_daily, r.card_usage_limit, r.settle_accounts_max]
$$;
