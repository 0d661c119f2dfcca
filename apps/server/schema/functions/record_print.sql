-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261207140000_records_said_in_the_log

CREATE FUNCTION record_print(a channel_account)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(a.provider_id, a.agent_id, a.name, a.direction, a.currency, a.base_url, a.credentials_sealed, a.late_payment,
    a.notify_networks, a.enabled, extract(epoch FROM a.created_at), a.low_water, a.previous_credentials_sealed,
    extract(epoch FROM a.previous_until))::text)
$function$
;

CREATE FUNCTION record_print(c account_change)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(c.user_id, c.what, c.by_id, c.by_person, extract(epoch FROM c.at))::text)
$function$
;

CREATE FUNCTION record_print(e block_entry)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(e.kind, e.agent_id, e.value, e.shown, e.note, e.created_by, extract(epoch FROM e.created_at))::text)
$function$
;

CREATE FUNCTION record_print(g shadow_grant)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(g.grantee_id, g.target_id, g.read_only, g.reason, g.granted_by, extract(epoch FROM g.granted_at),
    extract(epoch FROM g.expires_at), extract(epoch FROM g.revoked_at), g.revoked_by)::text)
$function$
;

CREATE FUNCTION record_print(k api_key)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(k.customer_id, k.key, k.secret_sealed, k.previous_secret_sealed, extract(epoch FROM k.previous_until), k.scopes,
    k.is_test, k.ip_allowlist, k.per_minute, k.daily_payout_minor, extract(epoch FROM k.disabled_at),
    extract(epoch FROM k.created_at))::text)
$function$
;

CREATE FUNCTION record_print(r role)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(r.name, r.owner_id, r.permissions, extract(epoch FROM r.created_at))::text)
$function$
;

CREATE FUNCTION record_print(u app_user)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(u.kind, u.username, u.name, u.password_hash, u.payment_password_hash, u.role_id, u.parent_id, u.agent_id,
    u.sub_agent_id, u.middleman_id, u.customer_id, u.made_by, u.person_id, u.tenant_path, u.phone, u.email, u.currency, u.region,
    u.status, u.totp_sealed, extract(epoch FROM u.totp_bound_at), u.ip_allowlist, u.api_version, u.callback_hold_after_8h,
    u.allow_manual_balance, u.allow_manual_payout, u.settle_rule, u.payout_from_unsettled, u.system_fee_mode, u.notify_via,
    extract(epoch FROM u.created_at), u.permissions, extract(epoch FROM u.totp_reset_at), u.is_demo, u.switched_off_by)::text)
$function$
;

CREATE FUNCTION record_print(w webhook_endpoint)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT print_of(ROW(w.url, w.secret_sealed, w.previous_secret_sealed, extract(epoch FROM w.previous_until), w.v1_secret_sealed,
    w.extended, w.opt_in_events)::text)
$function$
;
