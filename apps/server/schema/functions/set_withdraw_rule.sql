-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Sets a rule: of a kind of owner, which is the platform's to set, or of one owner. `wanted` has the columns of the table. A senior
-- agent's house makes his owners' rules no wider than the platform's and never touches what is approved by itself; more of that
-- takes a second person. Answers the new version; null where another wrote meanwhile. Refuses (LG403) whoever may not.
-- What the platform set last of an owner (`bound`) binds those below.

CREATE FUNCTION set_withdraw_rule(owner bigint, kind text, money text, wanted jsonb, read integer, maker bigint, agreed bigint, why text, request text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
