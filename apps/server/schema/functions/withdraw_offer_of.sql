-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal

CREATE FUNCTION withdraw_offer_of(owner bigint, account bigint, money text, amount bigint, quote bigint)
 RETURNS withdraw_offer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  u app_user;
  a withdraw_account;
  r withdraw_rule;
  f withdraw_fee;
  p withdraw_fee;
  q withdraw_quote;
  o withdraw_offer;
  base bigint;
  share bigint;
  income bigint;
  used_amount bigint;
  used_count bigint;
  card_amount bigint;
  card_count bigint;
BEGIN
  SELECT * INTO u FROM app_user x
  WHERE x.id = owner AND x.status = 'active' AND x.kind IN ('customer', 'subAgent', 'middleman', 'agent');
  SELECT * INTO a FROM withdraw_account x WHERE x.id = account AND x.owner_id = owner AND x.deleted_at IS NULL;
  IF u.id IS NULL OR a.id IS NULL THEN
    o.refusal := 'notFound';
    RETURN o;
  END IF;
  r := withdraw_rule_of(owner, money);
  f := withdraw_fee_of(owner, money, a.currency, a.type, false);
  p := withdraw_fee_of(owner, money, a.currency, a.type, true);
  o.target_currency := a.currency;
  o.windows := r.windows;
  o.holidays_closed := r.holidays_closed;
  o.fee_mode := coalesce(f.mode, 'inside');

  IF money = a.currency THEN
    o.fee := fee_of(amount, coalesce(f.pct, 0), coalesce(f.fixed, 0));
    o.hold := CASE o.fee_mode WHEN 'inside' THEN amount ELSE amount + o.fee END;
    -- A bank wires whole dollars of TWD and two decimals of others: what is cut is part of the fee, and the platform's.
    base := o.hold - o.fee;
    o.target_amount := base - CASE WHEN a.type = 'bank' THEN base % CASE money WHEN 'TWD' THEN 10000 ELSE 100 END ELSE 0 END;
    share := least(o.fee, fee_of(amount, coalesce(p.share_pct, 0), coalesce(p.share_fixed, 0)));
    o.agent_share := CASE WHEN u.kind = 'agent' THEN 0 ELSE o.fee - share END;
    o.fee := o.hold - o.target_amount;
  ELSE
    SELECT * INTO q FROM withdraw_quote x
    WHERE x.id = quote AND x.owner_id = owner AND x.currency = money AND x.target_currency = a.currency;
    IF q.id IS NULL OR a.type <> 'chain' THEN
      o.refusal := CASE WHEN a.type <> 'chain' THEN 'currencyNotOffered' ELSE 'rateNotSet' END;
      RETURN o;
    END IF;
    o.rate := q.rate;
    o.rate_until := at + r.rate_lock_s * interval '1 second';
    base := div(amount * 100000000::numeric * ledger_units(a.currency), q.rate * ledger_units(money));
    o.fee := fee_of(base, coalesce(f.pct, 0), coalesce(f.fixed, 0));
    o.fee_mode := 'inside';
    o.hold := amount;
    o.target_amount := base - o.fee;
    o.agent_share := CASE WHEN q.rate = q.platform_rate OR u.kind = 'agent' THEN 0 ELSE greatest(0, amount
      - round(base * q.platform_rate::numeric * ledger_units(money) / (100000000 * ledger_units(a.currency)))::bigint) END;
    IF q.until <= at THEN
      o.refusal := 'staleEdit';
      RETURN o;
    END IF;
  END IF;

  SELECT coalesce(sum(w.amount), 0), count(*) INTO used_amount, used_count
  FROM withdrawal w
  WHERE w.owner_id = owner AND w.currency = money AND w.status IN ('pending', 'processing', 'paid')
    AND w.created_at > at - interval '1 day' AND business_day(w.created_at) = business_day(at);
  SELECT coalesce(sum(w.amount), 0), count(*) INTO card_amount, card_count
  FROM withdrawal w
  WHERE w.account_hash = a.account_hash AND w.currency = money AND w.status IN ('pending', 'processing', 'paid')
    AND w.created_at > at - interval '1 day' AND business_day(w.created_at) = business_day(at)
    AND w.created_at > coalesce((SELECT max(c.cleared_at) FROM withdraw_card_clear c WHERE c.account_hash = a.account_hash), '-infinity');
  o.left_amount := CASE WHEN r.daily_amount > 0 THEN greatest(0, r.daily_amount - used_amount) END;
  o.left_count := CASE WHEN r.daily_count > 0 THEN greatest(0, r.daily_count - used_count) END;
  o.left_card := CASE WHEN r.per_card_daily > 0 THEN greatest(0, r.per_card_daily - card_amount) END;
  o.left_uses := CASE WHEN r.card_usage_limit > 0 THEN greatest(0, r.card_usage_limit - card_count) END;
  SELECT coalesce(sum(b.balance) FILTER (WHERE x.kind = 'L200'), 0), -least(coalesce(sum(b.balance) FILTER (WHERE x.kind = 'A130'), 0), 0),
         least(coalesce(sum(b.balance) FILTER (WHERE x.kind = 'L240'), 0), 0)
  INTO o.available, o.owed, income
  FROM account x JOIN balance b ON b.account_id = x.id
  WHERE x.owner_id = owner AND x.currency = money AND x.book = 'main' AND x.kind IN ('L200', 'A130', 'L240');
  -- What his fee income lacks is made good from his balance first.
  o.available := greatest(0, o.available + income);

  o.refusal := CASE
    WHEN a.refused OR a.usable_from > at THEN 'withdrawalAccountUnverified'
    WHEN EXISTS (SELECT FROM block_entry e WHERE (e.agent_id IS NULL OR e.agent_id = u.agent_id)
      AND ((e.kind = 'name' AND e.value = a.name_mark) OR (e.kind = 'card' AND e.value = a.card_mark))) THEN 'blockedPayee'
    WHEN o.target_amount <= 0 THEN 'feeAboveAmount'
    WHEN amount < r.min_amount OR (r.max_amount > 0 AND amount > r.max_amount) THEN 'amountOutOfRange'
    WHEN NOT withdraw_is_open(r.windows, at)
      OR (r.holidays_closed AND EXISTS (SELECT FROM holiday h WHERE h.day = business_day(at))) THEN 'withdrawalWindowClosed'
    WHEN amount > o.left_amount OR o.left_count = 0 OR amount > o.left_card THEN 'withdrawalLimitReached'
    WHEN o.left_uses = 0 THEN 'cardUsageReached'
    WHEN o.owed > 0 THEN 'receivableOutstanding'
    WHEN o.hold > o.available THEN 'insufficientBalance'
  END;
  RETURN o;
END $function$
;
