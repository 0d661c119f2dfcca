-- Up Migration
-- The doors by which people set the rules of payouts: limits, dispatch and velocity, the reverse check, and the use of accounts
-- that counts anew. Every change of a rule leaves a row in the log, whoever made it and however.

-- The senior agent in whose tree an account stands whose payouts have rules; null where it has none.
CREATE FUNCTION payout_tree_of(owner bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE u.kind WHEN 'agent' THEN u.id WHEN 'customer' THEN u.agent_id END FROM app_user u WHERE u.id = owner
$$;

-- A rule as the log tells it: sums in major units.
CREATE FUNCTION payout_setting_facts(s payout_setting) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'min', trim_scale(s.min_amount / u.one)::text, 'max', trim_scale(s.max_amount / u.one)::text,
    'daily_amount', trim_scale(s.daily_amount / u.one)::text, 'daily_count', s.daily_count::text,
    'card_daily_amount', trim_scale(s.card_daily_amount / u.one)::text, 'card_daily_count', s.card_daily_count::text,
    'manual_from', trim_scale(s.manual_from / u.one)::text, 'payee_hour_count', s.payee_hour_count::text,
    'payee_day_amount', trim_scale(s.payee_day_amount / u.one)::text, 'user_hour_count', s.user_hour_count::text,
    'key_hour_count', s.key_hour_count::text, 'merchant_peak_factor', s.merchant_peak_factor::text))
  FROM (SELECT CASE s.currency WHEN 'USDT' THEN 1000000.0 ELSE 10000.0 END AS one) u
$$;
CREATE FUNCTION note_payout_setting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN payout_setting_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN payout_setting_facts(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('payment.setting.update', 'payoutSetting',
      CASE WHEN TG_OP = 'DELETE' THEN OLD.owner_id || ':' || OLD.currency ELSE NEW.owner_id || ':' || NEW.currency END,
      before, after);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_setting_noted AFTER INSERT OR UPDATE OR DELETE ON payout_setting
  FOR EACH ROW EXECUTE FUNCTION note_payout_setting();

CREATE FUNCTION audit_setting_facts(s audit_setting) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('enabled', s.enabled, 'url', s.url, 'applies', s.applies, 'check_key', md5(s.key_sealed))
$$;
CREATE FUNCTION note_audit_setting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN audit_setting_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN audit_setting_facts(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('payment.setting.update', 'reverseCheck',
      CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END::text, before, after);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_setting_noted AFTER INSERT OR UPDATE OR DELETE ON audit_setting
  FOR EACH ROW EXECUTE FUNCTION note_audit_setting();

-- 0 is no limit and therefore the loosest; nobody is looser who says nothing.
CREATE FUNCTION is_looser(own bigint, house bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT own IS NOT NULL AND house > 0 AND (own = 0 OR own > house)
$$;

-- Sets the rules of one account in one currency, or of the platform (owner 0), over the version that was read (0: there were none
-- yet). Answers the new version; null where it had moved on. Who may not set them is refused (LG403): a senior agent has his
-- own tree, and is never looser than the platform.
-- What the platform set last of an account (`bound`) binds those below.
CREATE FUNCTION edit_payout_setting(wanted jsonb, known int, actor bigint, request text) RETURNS int
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

-- The reverse check stands between a payout and whoever holds the back office alone: where it asks, with which key, and whether
-- it asks at all is changed by two persons. Sets that of a merchant over the version that was read (0: there was none yet);
-- without a key the one that is kept stays. `agreed` is the approval of exactly this by a second person; without one it is
-- refused (LG403) in production. Answers the new version; null where it had moved on, or where there is no key yet.
CREATE FUNCTION edit_audit_setting(
  wanted bigint, is_enabled boolean, address text, sealed text, payments text[], known int, actor bigint, agreed bigint, request text
) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was audit_setting;
BEGIN
  IF (SELECT u.kind FROM app_user u WHERE u.id = wanted) IS DISTINCT FROM 'customer'
     OR stands_over(actor, payout_tree_of(wanted)) IS NOT TRUE
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production'))
     OR (agreed IS NOT NULL AND NOT EXISTS (
       SELECT FROM approval a
       WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'payouts.reverseCheck' AND a.maker_id = actor
         AND stands_over(a.checker_id, payout_tree_of(wanted))
         AND a.payload ->> 'customer_id' = wanted::text AND (a.payload ->> 'enabled')::boolean = is_enabled
         AND a.payload ->> 'url' = address AND a.payload ->> 'key_sealed' IS NOT DISTINCT FROM sealed
         AND a.payload -> 'applies' = to_jsonb(payments))) THEN
    RAISE EXCEPTION 'user % may not set the reverse check of %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_setting ' || wanted, 0));
  SELECT * INTO was FROM audit_setting a WHERE a.user_id = wanted FOR UPDATE;
  IF coalesce(was.version, 0) <> known OR coalesce(sealed, was.key_sealed) IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('suanpan.maker_id', actor::text, true), set_config('suanpan.request_id', request, true);
  INSERT INTO audit_setting AS a (user_id, enabled, url, key_sealed, applies, key_set_at, version)
  VALUES (wanted, is_enabled, address, coalesce(sealed, was.key_sealed), payments, business_now(), known + 1)
  ON CONFLICT (user_id) DO UPDATE SET enabled = EXCLUDED.enabled, url = EXCLUDED.url,
    key_sealed = EXCLUDED.key_sealed, applies = EXCLUDED.applies,
    key_set_at = CASE WHEN sealed IS NULL THEN a.key_set_at ELSE EXCLUDED.key_set_at END, version = EXCLUDED.version;
  RETURN known + 1;
END $$;

-- Keeps what a test call came to; it is no rule.
CREATE FUNCTION note_check_result(wanted bigint, outcome text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_setting SET last_result = outcome WHERE user_id = wanted
$$;

-- Counts the use of accounts anew from now on: of one account or of all, for one merchant or for every one of those in whose tree
-- the actor stands. Answers how many had been used today; accounts that nobody had used are left as they are.
CREATE FUNCTION clear_card_usage(hashes text[], customer bigint, channel bigint, tree bigint, actor bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  now_at timestamptz := business_now();
  today timestamptz := business_day(now_at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  cleared int;
BEGIN
  IF stands_over(actor, tree) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not clear the use of accounts there', actor USING ERRCODE = 'LG403';
  END IF;
  WITH used AS (
    SELECT DISTINCT p.customer_id, p.card_hash, p.currency
    FROM payout_order p
    LEFT JOIN payout_card_clear c ON c.customer_id = p.customer_id AND c.card_hash = p.card_hash AND c.currency = p.currency
    WHERE p.created_at >= today AND p.status <> 'insufficient_balance' AND (c.cleared_at IS NULL OR p.created_at > c.cleared_at)
      AND (tree IS NULL OR p.agent_id = tree) AND (customer IS NULL OR p.customer_id = customer)
      AND (channel IS NULL OR p.channel_id = channel) AND (hashes IS NULL OR p.card_hash = ANY (hashes))
  ), kept AS (
    INSERT INTO payout_card_clear (customer_id, card_hash, currency, cleared_at)
    SELECT u.customer_id, u.card_hash, u.currency, now_at FROM used u ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, card_hash, currency) DO UPDATE SET cleared_at = EXCLUDED.cleared_at
    RETURNING 1
  )
  SELECT count(*) INTO cleared FROM kept;
  RETURN cleared;
END $$;

REVOKE ALL ON FUNCTION edit_payout_setting, edit_audit_setting, note_check_result, clear_card_usage FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION edit_payout_setting, edit_audit_setting, note_check_result, clear_card_usage TO suanpan_app;
  END IF;
END $$;
