-- Up Migration
-- Who an account is, what it may, whose hand was in it, a merchant's keys, where his callbacks go, who may act for whom, who is kept out
-- and by which account of a provider money moves were held against nothing: whoever owns the database could make two persons of one,
-- give an account rights, or let another address into a key. The log, which is sealed, keeps a fingerprint of each row from here on:
-- when it comes, whenever it changes, and that it went. What stands by now comes into the log with this.
-- The version before: writes the same rows, and the triggers note them for it; they refuse nothing.

-- All of a row that decides something, times as they are to every session. What is counted or looked at beside stands in none of these:
-- a column that is added belongs in here, with the rows said anew in the same step.
CREATE FUNCTION print_of(fields text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(fields, 'UTF8')), 1, 16), 'hex')
$$;
CREATE FUNCTION record_print(u app_user) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(u.kind, u.username, u.name, u.password_hash, u.payment_password_hash, u.role_id, u.parent_id, u.agent_id,
    u.sub_agent_id, u.middleman_id, u.customer_id, u.made_by, u.person_id, u.tenant_path, u.phone, u.email, u.currency, u.region,
    u.status, u.totp_sealed, extract(epoch FROM u.totp_bound_at), u.ip_allowlist, u.api_version, u.callback_hold_after_8h,
    u.allow_manual_balance, u.allow_manual_payout, u.settle_rule, u.payout_from_unsettled, u.system_fee_mode, u.notify_via,
    extract(epoch FROM u.created_at), u.permissions, extract(epoch FROM u.totp_reset_at), u.is_demo, u.switched_off_by)::text)
$$;
CREATE FUNCTION record_print(c account_change) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(c.user_id, c.what, c.by_id, c.by_person, extract(epoch FROM c.at))::text)
$$;
CREATE FUNCTION record_print(r role) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(r.name, r.owner_id, r.permissions, extract(epoch FROM r.created_at))::text)
$$;
CREATE FUNCTION record_print(g shadow_grant) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(g.grantee_id, g.target_id, g.read_only, g.reason, g.granted_by, extract(epoch FROM g.granted_at),
    extract(epoch FROM g.expires_at), extract(epoch FROM g.revoked_at), g.revoked_by)::text)
$$;
CREATE FUNCTION record_print(k api_key) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(k.customer_id, k.key, k.secret_sealed, k.previous_secret_sealed, extract(epoch FROM k.previous_until), k.scopes,
    k.is_test, k.ip_allowlist, k.per_minute, k.daily_payout_minor, extract(epoch FROM k.disabled_at),
    extract(epoch FROM k.created_at))::text)
$$;
CREATE FUNCTION record_print(w webhook_endpoint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(w.url, w.secret_sealed, w.previous_secret_sealed, extract(epoch FROM w.previous_until), w.v1_secret_sealed,
    w.extended, w.opt_in_events)::text)
$$;
CREATE FUNCTION record_print(e block_entry) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(e.kind, e.agent_id, e.value, e.shown, e.note, e.created_by, extract(epoch FROM e.created_at))::text)
$$;
CREATE FUNCTION record_print(a channel_account) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT print_of(ROW(a.provider_id, a.agent_id, a.name, a.direction, a.currency, a.base_url, a.credentials_sealed, a.late_payment,
    a.notify_networks, a.enabled, extract(epoch FROM a.created_at), a.low_water, a.previous_credentials_sealed,
    extract(epoch FROM a.previous_until))::text)
$$;

-- What stands of all of these, by the names that the log has for them.
CREATE VIEW standing_record (name, print) AS
  SELECT 'user ' || id, record_print(u) FROM app_user u
  UNION ALL SELECT 'accountChange ' || id, record_print(c) FROM account_change c
  UNION ALL SELECT 'role ' || id, record_print(r) FROM role r
  UNION ALL SELECT 'shadowGrant ' || id, record_print(g) FROM shadow_grant g
  UNION ALL SELECT 'apiKey ' || id, record_print(k) FROM api_key k
  UNION ALL SELECT 'webhookEndpoint ' || customer_id, record_print(w) FROM webhook_endpoint w
  UNION ALL SELECT 'block_entry ' || id, record_print(e) FROM block_entry e
  UNION ALL SELECT 'upstreamKey ' || id, record_print(a) FROM channel_account a;

-- The name that the log has for a row: the kind of thing, and what tells it from others of its kind.
CREATE FUNCTION note_record() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before text := CASE WHEN TG_OP <> 'INSERT' THEN record_print(OLD) END;
  after text := CASE WHEN TG_OP <> 'DELETE' THEN record_print(NEW) END;
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  has jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('record.note', 'record', TG_ARGV[0] || ' ' || (coalesce(has, was) ->> TG_ARGV[1]),
      CASE WHEN before IS NOT NULL THEN jsonb_build_object('print', before) END,
      CASE WHEN after IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('print', after, 'changed', (
        SELECT string_agg(h.key, ', ' ORDER BY h.key) FROM jsonb_each(has) h
        WHERE h.key <> 'updated_at' AND h.value IS DISTINCT FROM was -> h.key AND was IS NOT NULL))) END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER app_user_noted AFTER INSERT OR UPDATE OR DELETE ON app_user
  FOR EACH ROW EXECUTE FUNCTION note_record('user', 'id');
CREATE TRIGGER account_change_noted AFTER INSERT OR UPDATE OR DELETE ON account_change
  FOR EACH ROW EXECUTE FUNCTION note_record('accountChange', 'id');
CREATE TRIGGER role_noted AFTER INSERT OR UPDATE OR DELETE ON role
  FOR EACH ROW EXECUTE FUNCTION note_record('role', 'id');
CREATE TRIGGER shadow_grant_noted AFTER INSERT OR UPDATE OR DELETE ON shadow_grant
  FOR EACH ROW EXECUTE FUNCTION note_record('shadowGrant', 'id');
CREATE TRIGGER api_key_noted AFTER INSERT OR UPDATE OR DELETE ON api_key
  FOR EACH ROW EXECUTE FUNCTION note_record('apiKey', 'id');
CREATE TRIGGER webhook_endpoint_noted AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoint
  FOR EACH ROW EXECUTE FUNCTION note_record('webhookEndpoint', 'customer_id');
CREATE TRIGGER block_entry_noted AFTER INSERT OR UPDATE OR DELETE ON block_entry
  FOR EACH ROW EXECUTE FUNCTION note_record('block_entry', 'id');
CREATE TRIGGER channel_account_noted AFTER INSERT OR UPDATE OR DELETE ON channel_account
  FOR EACH ROW EXECUTE FUNCTION note_record('upstreamKey', 'id');

-- The triggers keep writers out until this step is over, so that nothing is said here that has become otherwise meanwhile.
SELECT note_trace('record.note', 'record', r.name, NULL, jsonb_build_object('print', r.print)) FROM standing_record r;
