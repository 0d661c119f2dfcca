-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- The reverse check stands between a payout and whoever holds the back office alone: where it asks, with which key, and whether
-- it asks at all is changed by two persons. Sets that of a merchant over the version that was read (0: there was none yet);
-- without a key the one that is kept stays. `agreed` is the approval of exactly this by a second person; without one it is
-- refused (LG403) in production. Answers the new version; null where it had moved on, or where there is no key yet.

CREATE FUNCTION edit_audit_setting(wanted bigint, is_enabled boolean, address text, sealed text, payments text[], known integer, actor bigint, agreed bigint, request text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
