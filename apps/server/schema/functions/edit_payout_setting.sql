-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- Sets the rules of one account in one currency, or of the platform (owner 0), over the version that was read (0: there were none
-- yet). Answers the new version; null where it had moved on. Who may not set them is refused (LG403): a senior agent has his
-- own tree, and is never looser than the platform.
-- What the platform set last of an account (`bound`) binds those below.

CREATE FUNCTION edit_payout_setting(wanted jsonb, known integer, actor bigint, request text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
