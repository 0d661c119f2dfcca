-- Up Migration
-- Withdrawals (J7, J8): an owner of money has it sent to an account of his own, in its currency or, by a rate that stands still
-- from the application on, to a chain address in another. Here stand the tables and what an application comes to; the doors
-- stand in the migrations after this one.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT e.event, e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('withdrawal.apply', 'L200', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true, false),
  ('withdrawal.apply', 'L231', ARRAY['customer', 'subAgent', 'middleman', 'agent'], false, false),
  ('withdrawal.release', 'L231', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true, false),
  ('withdrawal.release', 'L200', ARRAY['customer', 'subAgent', 'middleman', 'agent'], false, false),
  ('withdrawal.paid', 'L231', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true, false),
  ('withdrawal.paid', 'F300', ARRAY['platform'], true, false),
  ('withdrawal.paid', 'F300', ARRAY['platform'], false, false),
  ('withdrawal.paid', 'A110', ARRAY['platform'], false, false),
  ('withdrawal.paid', 'R410', ARRAY['platform'], false, false),
  ('withdrawal.paid', 'L240', ARRAY['agent'], false, false),
  ('withdrawal.reverse', 'A110', ARRAY['platform'], true, false),
  ('withdrawal.reverse', 'R410', ARRAY['platform'], true, false),
  ('withdrawal.reverse', 'F300', ARRAY['platform'], true, false),
  ('withdrawal.reverse', 'F300', ARRAY['platform'], false, false),
  ('withdrawal.reverse', 'L240', ARRAY['agent'], true, true),
  ('withdrawal.reverse', 'L200', ARRAY['customer', 'subAgent', 'middleman', 'agent'], false, false)
) AS e (event, kind, roles, debit, negative), unnest(e.roles) AS r (role);

-- Decimals of a minor unit in the ledger (packages/money/src/currency.ts), as a factor.
CREATE FUNCTION ledger_units(currency text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE currency WHEN 'USDT' THEN 1000000 ELSE 10000 END::numeric
$$;

-- Where an owner may have his money sent to. A new account rests before it is used; the platform may let it in sooner, or keep
-- it out for good.
CREATE TABLE withdraw_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user,
  type text NOT NULL CHECK (type IN ('bank', 'chain')),
  currency text NOT NULL,
  account_name text,
  bank_code text,
  branch text,
  province text,
  city text,
  alias text,
  -- Of a bank account: to send, to find, to show.
  card_sealed text,
  card_shown text,
  address text,
  network text,
  -- By which it is found again, and by which a name and an account are found on the block lists.
  account_hash text NOT NULL,
  name_mark text,
  card_mark text,
  usable_from timestamptz NOT NULL,
  refused boolean NOT NULL DEFAULT false,
  decided_by bigint REFERENCES app_user,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK (CASE type
    WHEN 'bank' THEN num_nonnulls(account_name, bank_code, card_sealed, card_shown) = 4 AND num_nonnulls(address, network) = 0
    ELSE num_nonnulls(address, network) = 2 AND num_nonnulls(bank_code, card_sealed, card_shown) = 0 END),
  CHECK (type = 'chain' OR currency <> 'USDT'),
  CHECK (type = 'bank' OR currency = 'USDT')
);
CREATE UNIQUE INDEX withdraw_account_once ON withdraw_account (owner_id, account_hash) WHERE deleted_at IS NULL;

-- What an owner may withdraw, in minor units; 0 is no limit. The platform's by kind of owner; an owner's own overrule them field
-- by field, null is inherited.
CREATE TABLE withdraw_rule (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint REFERENCES app_user,
  role text CHECK (role IN ('customer', 'subAgent', 'middleman', 'agent')),
  currency text NOT NULL,
  min_amount bigint CHECK (min_amount >= 0),
  max_amount bigint CHECK (max_amount >= 0),
  daily_amount bigint CHECK (daily_amount >= 0),
  daily_count integer CHECK (daily_count >= 0),
  -- Of one account, by whomever it is used.
  per_card_daily bigint CHECK (per_card_daily >= 0),
  card_usage_limit integer CHECK (card_usage_limit >= 0),
  -- [{"days": [0–6], "from": "HH:MM", "to": "HH:MM"}], 0 is Sunday; empty is always.
  windows jsonb,
  holidays_closed boolean,
  -- Up to this sum in a day nobody but who pays looks at one; 0 is never.
  auto_approve_max bigint CHECK (auto_approve_max >= 0),
  settle_accounts_max integer CHECK (settle_accounts_max >= 0),
  -- The platform's alone: how long a new account rests, and a rate stands still.
  account_rest_h integer CHECK (account_rest_h BETWEEN 0 AND 720),
  rate_lock_s integer CHECK (rate_lock_s BETWEEN 60 AND 604800),
  version integer NOT NULL DEFAULT 1,
  -- The rule as the platform set it last, without its keys; null where it never did.
  bound jsonb,
  CHECK ((owner_id IS NULL) <> (role IS NULL)),
  CHECK (owner_id IS NULL OR num_nonnulls(account_rest_h, rate_lock_s) = 0),
  CHECK (role IS NULL OR num_nulls(min_amount, max_amount, daily_amount, daily_count, per_card_daily, card_usage_limit, windows,
    holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s) = 0),
  UNIQUE NULLS NOT DISTINCT (owner_id, role, currency)
);
INSERT INTO withdraw_rule (role, currency, min_amount, max_amount, daily_amount, daily_count, per_card_daily, card_usage_limit,
  windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s)
SELECT r.role, c.currency, 0, 0, 0, 0, 0, 0, '[]', false, 0, 10, 24, 86400
FROM unnest(ARRAY['customer', 'subAgent', 'middleman', 'agent']) AS r (role),
     unnest(ARRAY['TWD', 'CNY', 'USD', 'USDT']) AS c (currency);

-- What a withdrawal costs: an owner's own price, what his senior agent's house pays, or that of his kind, and of each the one
-- that began last. What goes to another currency is charged in that one, and all of it is the platform's.
CREATE TABLE withdraw_fee (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint REFERENCES app_user,
  role text CHECK (role IN ('customer', 'subAgent', 'middleman', 'agent')),
  currency text NOT NULL,
  target_currency text NOT NULL,
  type text NOT NULL CHECK (type IN ('bank', 'chain')),
  pct numeric(12, 8) NOT NULL CHECK (pct >= 0 AND pct < 100),
  -- Minor units of the target's currency.
  fixed bigint NOT NULL CHECK (fixed >= 0),
  mode text NOT NULL CHECK (mode IN ('inside', 'outside')),
  -- What of it the platform keeps; the rest is the senior agent's.
  share_pct numeric(12, 8) NOT NULL CHECK (share_pct >= 0),
  share_fixed bigint NOT NULL CHECK (share_fixed >= 0),
  valid_from timestamptz NOT NULL,
  -- Set by a senior agent's house: it decides what its own owners pay, never what the platform keeps.
  by_agent boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  removed_at timestamptz,
  CHECK ((owner_id IS NULL) <> (role IS NULL)),
  CHECK (share_pct <= pct AND share_fixed <= fixed),
  CHECK (currency = target_currency OR (mode = 'inside' AND type = 'chain')),
  CHECK (NOT by_agent OR owner_id IS NOT NULL)
);
CREATE UNIQUE INDEX withdraw_fee_once ON withdraw_fee (owner_id, role, currency, target_currency, type, valid_from) NULLS NOT DISTINCT
  WHERE removed_at IS NULL;

-- A rate that was shown to an owner, and until when he may apply by it.
CREATE TABLE withdraw_quote (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  target_currency text NOT NULL,
  -- Units of `currency` for one of the target, in 1e-8: the owner's, and what the platform asks of his senior agent.
  rate bigint NOT NULL CHECK (rate > 0),
  platform_rate bigint NOT NULL CHECK (platform_rate > 0),
  made_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CHECK (rate >= platform_rate)
);

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  no text NOT NULL GENERATED ALWAYS AS ('W' || lpad(id::text, 10, '0')) STORED UNIQUE,
  owner_id bigint NOT NULL REFERENCES app_user,
  -- Whose tree it lies in: his senior agent's when he applied, or his own.
  agent_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- What is taken of his settleable money, and given back if it is not paid.
  hold bigint NOT NULL CHECK (hold >= amount),
  -- What arrives, and what is kept of it, in the target's currency.
  target_currency text NOT NULL,
  target_amount bigint NOT NULL CHECK (target_amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  fee_mode text NOT NULL CHECK (fee_mode IN ('inside', 'outside')),
  -- What the senior agent keeps, in minor units of `currency`.
  agent_share bigint NOT NULL CHECK (agent_share >= 0),
  rate bigint CHECK (rate > 0),
  rate_until timestamptz,
  -- The account as it was then; whatever becomes of it later.
  account_id bigint NOT NULL REFERENCES withdraw_account,
  type text NOT NULL CHECK (type IN ('bank', 'chain')),
  account_name text,
  bank_code text,
  branch text,
  card_sealed text,
  card_shown text,
  address text,
  network text,
  account_hash text NOT NULL,
  name_mark text,
  card_mark text,
  -- Somebody had changed what guards the account that applied: it is never paid by one person alone.
  is_cooling boolean NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  -- Who has it in hand, or ended it; null where it ended by itself.
  operator_id bigint REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  approval_id bigint UNIQUE,
  third_party_no text,
  remarks text,
  decision_reason text,
  completed_at timestamptz,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'processing', 'paid', 'rejected', 'cancelled', 'reversed')),
  CHECK ((rate IS NULL) = (currency = target_currency) AND (rate IS NULL) = (rate_until IS NULL)),
  CHECK (currency <> target_currency OR hold = target_amount + fee),
  CHECK (currency <> target_currency OR agent_share <= fee),
  CHECK ((status IN ('pending', 'processing')) = (completed_at IS NULL)),
  CHECK (status <> 'pending' OR operator_id IS NULL),
  CHECK (status <> 'processing' OR operator_id IS NOT NULL),
  CHECK ((status IN ('paid', 'reversed')) = (third_party_no IS NOT NULL)),
  CHECK (operator_id <> made_by OR status = 'cancelled'),
  CHECK (checker_id <> operator_id AND checker_id <> made_by)
);
CREATE INDEX withdrawal_newest ON withdrawal (created_at DESC, id DESC);
CREATE INDEX withdrawal_owner ON withdrawal (owner_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_agent ON withdrawal (agent_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_account ON withdrawal (account_hash, created_at);
CREATE INDEX withdrawal_open ON withdrawal (created_at) WHERE status IN ('pending', 'processing');

-- From when on the uses of an account count again: somebody cleared them.
CREATE TABLE withdraw_card_clear (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_hash text NOT NULL,
  cleared_by bigint NOT NULL REFERENCES app_user,
  reason text NOT NULL,
  cleared_at timestamptz NOT NULL
);
CREATE INDEX withdraw_card_clear_hash ON withdraw_card_clear (account_hash, cleared_at);

-- What a withdrawal is and to whom it goes, as the row of the log that tells of the application keeps it: a sealed witness
-- against whoever alters it afterwards.
-- What holds it back is in it too: the marks by which its payee is found on the block lists, its account, and that its
-- applicant's guard had just been changed.
CREATE FUNCTION withdrawal_origin(w withdrawal) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('subject', 'user:' || w.owner_id, 'currency', w.currency, 'amount_minor', w.amount::text,
    'fee_minor', w.fee::text,
    'payee', hashtextextended(w.type, hashtextextended(coalesce(w.account_name, ''), hashtextextended(coalesce(w.bank_code, ''),
      hashtextextended(coalesce(w.branch, ''), hashtextextended(w.account_hash, hashtextextended(coalesce(w.card_shown, ''),
      hashtextextended(coalesce(w.address, ''), hashtextextended(coalesce(w.network, ''), 0))))))))::text,
    'asked', hashtextextended(w.target_currency || ' ' || w.fee_mode || ' ' || coalesce((extract(epoch FROM w.rate_until) * 1000000)::bigint, 0),
      hashint8extended(w.hold, hashint8extended(w.target_amount, hashint8extended(w.agent_share, hashint8extended(coalesce(w.rate, 0),
      hashint8extended(w.agent_id, hashint8extended(w.made_by, 0)))))))::text,
    'prints', hashtextextended(coalesce(w.name_mark, '') || ' ' || coalesce(w.card_mark, '') || ' ' || w.is_cooling,
      hashint8extended(w.account_id, 0))::text)
$$;

-- The rule of an owner as it stands: his own, and what of it is inherited from the platform's.
CREATE FUNCTION withdraw_rule_of(owner bigint, money text) RETURNS withdraw_rule LANGUAGE sql STABLE AS $$
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

-- The price of an owner that stands now. `of_platform` leaves out what his senior agent's house set.
CREATE FUNCTION withdraw_fee_of(owner bigint, money text, target text, way text, of_platform boolean) RETURNS withdraw_fee
LANGUAGE sql STABLE AS $$
  SELECT f FROM app_user u JOIN withdraw_fee f
    ON f.owner_id = u.id OR f.owner_id = u.agent_id OR (f.owner_id IS NULL AND f.role = u.kind)
  WHERE u.id = owner AND f.currency = money AND f.target_currency = target AND f.type = way AND f.removed_at IS NULL
    AND f.valid_from <= business_now() AND NOT (of_platform AND f.by_agent)
  ORDER BY (f.owner_id = u.id) IS TRUE DESC, f.owner_id IS NOT NULL DESC, f.valid_from DESC, f.id DESC LIMIT 1
$$;

-- Whether the windows are open at this time of the region; one may run over midnight.
CREATE FUNCTION withdraw_is_open(windows jsonb, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT jsonb_array_length(windows) = 0 OR EXISTS (
    SELECT FROM jsonb_to_recordset(windows) AS w (days int[], "from" time, "to" time),
      (SELECT (at AT TIME ZONE 'UTC' + interval '8 hours') AS local) t
    WHERE CASE WHEN w."from" < w."to"
      THEN extract(dow FROM t.local)::int = ANY (w.days) AND t.local::time >= w."from" AND t.local::time < w."to"
      ELSE (extract(dow FROM t.local)::int = ANY (w.days) AND t.local::time >= w."from")
        OR (extract(dow FROM t.local - interval '1 day')::int = ANY (w.days) AND t.local::time < w."to") END)
$$;

-- Whether somebody changed lately what guards the owner's account or that of who applies for him (reliability §7.3).
CREATE FUNCTION withdraw_is_cooling(owner bigint, maker bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account_change c
    WHERE c.user_id IN (owner, maker) AND c.what NOT IN ('account', 'rights')
      AND c.at > now() - CASE WHEN c.by_id = c.user_id THEN interval '2 hours' ELSE interval '24 hours' END)
$$;

-- What an application comes to. `refusal` names the first thing that stands against it, by the error catalogue. What is left
-- today is null without a limit.
CREATE TYPE withdraw_offer AS (
  refusal text, target_currency text, hold bigint, target_amount bigint, fee bigint, fee_mode text, agent_share bigint,
  rate bigint, rate_until timestamptz, left_amount bigint, left_count int, left_card bigint, left_uses int, windows jsonb,
  holidays_closed boolean, available bigint, owed bigint
);

CREATE FUNCTION withdraw_offer_of(owner bigint, account bigint, money text, amount bigint, quote bigint) RETURNS withdraw_offer
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
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
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON withdraw_account, withdraw_rule, withdraw_fee, withdraw_quote, withdrawal, withdraw_card_clear TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON withdraw_account, withdraw_rule, withdrawal, withdraw_card_clear FROM suanpan_app;
    GRANT INSERT, UPDATE ON withdraw_fee TO suanpan_app;
    REVOKE DELETE ON withdraw_fee FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON withdrawal TO suanpan_report;
  END IF;
END $$;
