-- Up Migration
-- Rules of payouts and withdrawals were held against nothing: whoever owns the database could raise what one person may approve by himself,
-- or switch off the server that confirms payouts. Each change of them is in the log, which is sealed; what was shipped, and never
-- changed since, stands there from now on.

SELECT note_trace('payment.setting.update', 'payoutSetting', s.owner_id || ':' || s.currency, NULL, payout_setting_facts(s))
FROM payout_setting s
WHERE NOT EXISTS (
  SELECT FROM audit_log l
  WHERE l.object_kind = 'payoutSetting' AND l.act = 'payment.setting.update' AND l.object_id = s.owner_id || ':' || s.currency)
ORDER BY s.owner_id, s.currency;

-- A rule as the log has it: without its keys and what binds those below.
CREATE FUNCTION withdraw_rule_facts(r withdraw_rule) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(r) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound']
$$;
SELECT note_trace('withdraws.config.update', 'withdrawRule', coalesce(r.owner_id::text, r.role) || ' ' || r.currency, NULL,
  jsonb_build_object('rule', withdraw_rule_facts(r)::text))
FROM withdraw_rule r
WHERE NOT EXISTS (
  SELECT FROM audit_log l
  WHERE l.object_kind = 'withdrawRule' AND l.after ? 'rule' AND l.object_id = coalesce(r.owner_id::text, r.role) || ' ' || r.currency)
ORDER BY r.id;
