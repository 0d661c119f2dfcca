-- Up Migration
-- A senior agent could widen again what the platform had narrowed for one of his merchants, or for himself: its word counted only
-- until somebody below wrote over it. What the platform set last of an account stays beside the rule, and binds those below.

-- The rule as the platform set it last, without its keys; null where it never did.
ALTER TABLE payout_setting ADD COLUMN bound jsonb;
ALTER TABLE withdraw_rule ADD COLUMN bound jsonb;

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

-- The row has one column more.
CREATE OR REPLACE FUNCTION withdraw_rule_of(owner bigint, money text) RETURNS withdraw_rule LANGUAGE sql STABLE AS $$
  SELECT (own.id, owner, NULL::text, money, coalesce(own.min_amount, r.min_amount), coalesce(own.max_amount, r.max_amount),
    coalesce(own.daily_amount, r.daily_amount), coalesce(own.daily_count, r.daily_count),
    coalesce(own.per_card_daily, r.per_card_daily), coalesce(own.card_usage_limit, r.card_usage_limit),
    coalesce(own.windows, r.windows), coalesce(own.holidays_closed, r.holidays_closed),
    coalesce(own.auto_approve_max, r.auto_approve_max), coalesce(own.settle_accounts_max, r.settle_accounts_max),
    r.account_rest_h, r.rate_lock_s, own.version, own.bound)::withdraw_rule
  FROM app_user u JOIN withdraw_rule r ON r.role = u.kind AND r.currency = money
  LEFT JOIN withdraw_rule own ON own.owner_id = u.id AND own.currency = money
  WHERE u.id = owner
$$;

-- As before, and within what the platform bound.
CREATE OR REPLACE FUNCTION edit_payout_setting(wanted jsonb, known int, actor bigint, request text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s payout_setting := jsonb_populate_record(NULL::payout_setting, wanted);
  was payout_setting;
  house payout_setting;
  is_platform boolean := stands_over(actor, NULL) IS TRUE;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('payout_setting ' || s.owner_id || s.currency, 0));
  SELECT * INTO house FROM payout_setting p WHERE p.owner_id = 0 AND p.currency = s.currency;
  SELECT * INTO was FROM payout_setting p WHERE p.owner_id = s.owner_id AND p.currency = s.currency FOR UPDATE;
  IF (s.owner_id = 0 AND NOT is_platform)
     OR (s.owner_id <> 0 AND stands_over(actor, payout_tree_of(s.owner_id)) IS NOT TRUE)
     OR (s.owner_id <> 0 AND payout_tree_of(s.owner_id) IS NULL)
     OR (NOT is_platform AND (is_looser(s.max_amount, house.max_amount) OR is_looser(s.daily_amount, house.daily_amount)
       OR is_looser(s.daily_count, house.daily_count) OR is_looser(s.card_daily_amount, house.card_daily_amount)
       OR is_looser(s.card_daily_count, house.card_daily_count) OR is_looser(s.manual_from, house.manual_from)
       OR is_looser(s.payee_hour_count, house.payee_hour_count) OR is_looser(s.payee_day_amount, house.payee_day_amount)
       OR is_looser(s.user_hour_count, house.user_hour_count) OR is_looser(s.key_hour_count, house.key_hour_count)
       OR is_looser(s.merchant_peak_factor, house.merchant_peak_factor) OR s.min_amount < house.min_amount)) THEN
    RAISE EXCEPTION 'user % may not set these rules of %', actor, s.owner_id USING ERRCODE = 'LG403';
  END IF;
  -- What the platform set for this account, or for the house that it stands in, binds those below.
  IF NOT is_platform AND EXISTS (
    SELECT FROM payout_setting p CROSS JOIN LATERAL jsonb_populate_record(NULL::payout_setting, p.bound) b
    WHERE p.owner_id IN (s.owner_id, payout_tree_of(s.owner_id)) AND p.currency = s.currency AND p.bound IS NOT NULL
      AND (exceeds(limits_of(s), limits_of(b), p.owner_id <> s.owner_id)
        OR (b.min_amount > 0 AND coalesce(s.min_amount, CASE WHEN p.owner_id <> s.owner_id THEN b.min_amount ELSE 0 END) < b.min_amount))
  ) THEN
    RAISE EXCEPTION 'the platform has bound these rules of %', s.owner_id USING ERRCODE = 'LG403';
  END IF;
  IF coalesce(was.version, 0) <> known THEN
    RETURN NULL;
  END IF;
  s.bound := CASE WHEN is_platform AND s.owner_id <> 0 THEN to_jsonb(s) - ARRAY['owner_id', 'currency', 'version', 'bound']
    ELSE was.bound END;
  PERFORM set_config('suanpan.maker_id', actor::text, true), set_config('suanpan.request_id', request, true);
  s.version := known + 1;
  INSERT INTO payout_setting SELECT (s).*
  ON CONFLICT (owner_id, currency) DO UPDATE SET min_amount = EXCLUDED.min_amount, max_amount = EXCLUDED.max_amount,
    daily_amount = EXCLUDED.daily_amount, daily_count = EXCLUDED.daily_count,
    card_daily_amount = EXCLUDED.card_daily_amount, card_daily_count = EXCLUDED.card_daily_count,
    manual_from = EXCLUDED.manual_from, payee_hour_count = EXCLUDED.payee_hour_count,
    payee_day_amount = EXCLUDED.payee_day_amount, user_hour_count = EXCLUDED.user_hour_count,
    key_hour_count = EXCLUDED.key_hour_count, merchant_peak_factor = EXCLUDED.merchant_peak_factor,
    version = EXCLUDED.version, bound = EXCLUDED.bound;
  RETURN s.version;
END $$;

-- As before, and within what the platform bound.
CREATE OR REPLACE FUNCTION set_withdraw_rule(
  owner bigint, kind text, money text, wanted jsonb, read int, maker bigint, agreed bigint, why text, request text
) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n withdraw_rule := jsonb_populate_record(NULL::withdraw_rule, wanted);
  was withdraw_rule;
  ruled withdraw_rule;
  u app_user;
  held withdraw_rule;
BEGIN
  SELECT * INTO u FROM app_user x WHERE x.id = owner AND x.kind IN ('customer', 'subAgent', 'middleman', 'agent') FOR NO KEY UPDATE;
  IF owner IS NOT NULL AND u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO was FROM withdraw_rule r
  WHERE r.owner_id IS NOT DISTINCT FROM owner AND r.role IS NOT DISTINCT FROM kind AND r.currency = money FOR UPDATE;
  SELECT * INTO ruled FROM withdraw_rule r WHERE r.role = coalesce(kind, u.kind) AND r.currency = money;
  IF coalesce(was.version, 0) <> read THEN
    RETURN NULL;
  END IF;
  IF NOT stands_over(maker, NULL) AND (owner IS NULL OR u.kind = 'agent' OR NOT stands_over(maker, u.agent_id)
      OR n.auto_approve_max IS DISTINCT FROM was.auto_approve_max OR n.settle_accounts_max > ruled.settle_accounts_max
      OR n.min_amount < ruled.min_amount OR (n.holidays_closed IS FALSE AND ruled.holidays_closed)
      OR (n.windows IS NOT NULL AND jsonb_array_length(ruled.windows) > 0)
      OR withdraw_is_wider(n.max_amount, ruled.max_amount) OR withdraw_is_wider(n.daily_amount, ruled.daily_amount)
      OR withdraw_is_wider(n.daily_count, ruled.daily_count) OR withdraw_is_wider(n.per_card_daily, ruled.per_card_daily)
      OR withdraw_is_wider(n.card_usage_limit, ruled.card_usage_limit)) THEN
    RAISE EXCEPTION 'user % may not set this rule', maker USING ERRCODE = 'LG403';
  END IF;
  -- What the platform kept narrower for this owner binds those below.
  held := jsonb_populate_record(NULL::withdraw_rule, was.bound);
  IF NOT stands_over(maker, NULL) AND was.bound IS NOT NULL AND (exceeds(limits_of(n), limits_of(held), false)
      OR (held.min_amount > 0 AND (n.min_amount IS NULL OR n.min_amount < held.min_amount))
      OR (held.holidays_closed AND n.holidays_closed IS NOT TRUE)
      OR (jsonb_array_length(held.windows) > 0 AND n.windows IS DISTINCT FROM held.windows)) THEN
    RAISE EXCEPTION 'the platform has bound this rule' USING ERRCODE = 'LG403';
  END IF;
  n.bound := CASE WHEN owner IS NULL THEN NULL
    WHEN stands_over(maker, NULL) THEN to_jsonb(n) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'] ELSE was.bound END;
  IF coalesce(n.auto_approve_max, ruled.auto_approve_max, 0) > coalesce(was.auto_approve_max, CASE WHEN owner IS NOT NULL THEN ruled.auto_approve_max END, 0)
     AND EXISTS (SELECT FROM installation WHERE mode = 'production')
     AND NOT EXISTS (
       SELECT FROM approval a WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.raiseCeiling' AND a.maker_id = maker
         AND a.payload ->> 'currency' = money AND (a.payload ->> 'owner_id') IS NOT DISTINCT FROM owner::text
         AND (a.payload ->> 'role') IS NOT DISTINCT FROM kind AND a.payload -> 'rule' = wanted) THEN
    RAISE EXCEPTION 'nobody has agreed to this rule' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO withdraw_rule AS r (owner_id, role, currency, min_amount, max_amount, daily_amount, daily_count, per_card_daily,
    card_usage_limit, windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s, bound)
  VALUES (owner, kind, money, n.min_amount, n.max_amount, n.daily_amount, n.daily_count, n.per_card_daily, n.card_usage_limit,
    n.windows, n.holidays_closed, n.auto_approve_max, n.settle_accounts_max, n.account_rest_h, n.rate_lock_s, n.bound)
  ON CONFLICT (owner_id, role, currency) DO UPDATE SET (min_amount, max_amount, daily_amount, daily_count, per_card_daily,
    card_usage_limit, windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s, bound, version)
  = (EXCLUDED.min_amount, EXCLUDED.max_amount, EXCLUDED.daily_amount, EXCLUDED.daily_count, EXCLUDED.per_card_daily,
    EXCLUDED.card_usage_limit, EXCLUDED.windows, EXCLUDED.holidays_closed, EXCLUDED.auto_approve_max, EXCLUDED.settle_accounts_max,
    EXCLUDED.account_rest_h, EXCLUDED.rate_lock_s, EXCLUDED.bound, r.version + 1)
  RETURNING version INTO n.version;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), maker, maker, CASE WHEN owner IS NULL THEN 'withdraws.config.update' ELSE 'withdraws.setting.update' END,
    'withdrawRule', coalesce(owner::text, kind) || ' ' || money,
    jsonb_build_object('rule', (to_jsonb(was) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text),
    jsonb_build_object('rule', (to_jsonb(n) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text, 'reason', why), request);
  RETURN n.version;
END $$;

CREATE OR REPLACE FUNCTION drop_withdraw_rule(owner bigint, money text, read int, maker bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was withdraw_rule;
  ruled withdraw_rule;
BEGIN
  SELECT * INTO was FROM withdraw_rule r WHERE r.owner_id = owner AND r.currency = money AND r.version = read FOR UPDATE;
  IF was.id IS NULL THEN
    RETURN false;
  END IF;
  SELECT r.* INTO ruled FROM withdraw_rule r JOIN app_user u ON u.id = owner AND u.kind = r.role WHERE r.currency = money;
  -- What the platform kept narrower for one owner, or forbade to be approved by itself, is the platform's to take away.
  IF NOT stands_over(maker, NULL) THEN
    RAISE EXCEPTION 'user % may not drop this rule', maker USING ERRCODE = 'LG403';
  END IF;
  IF was.auto_approve_max < ruled.auto_approve_max AND EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'more would be approved by itself' USING ERRCODE = 'LG403';
  END IF;
  DELETE FROM withdraw_rule r WHERE r.id = was.id;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), maker, maker, 'withdraws.setting.delete', 'withdrawRule', owner || ' ' || money,
    jsonb_build_object('rule', (to_jsonb(was) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text),
    jsonb_build_object('reason', why), request);
  RETURN true;
END $$;
