-- Up Migration
-- Whoever owns the database and hides money would first see to it that nobody is told of it. The log, which is sealed, keeps a
-- fingerprint of every rule by which people are told, also of those that came with the product, and of every search that tells its owner.

-- All that a rule asks and whom it tells; how often it was changed decides nothing.
CREATE FUNCTION alert_rule_print(r alert_rule) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(ROW(r.name, r.shipped, r.metric, r.scope, r.bound, r.mark, r.min_orders, r.window_min,
    r.cool_down_min, r.via, r.url, r.enabled)::text, 'UTF8')), 1, 16), 'hex')
$$;

-- The same of a search, and whose it is; what was found changes by the minute.
CREATE FUNCTION list_watch_print(w list_watch) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(substr(sha256(convert_to(ROW(w.owner_id, w.kind, w.name, w.filter, w.search, w.window_min, w.older_min, w.mark, w.via,
    w.url)::text, 'UTF8')), 1, 16), 'hex')
$$;

-- Those that were there before are what they are now.
SELECT note_trace('admin.operate.update', 'installation', 'alert ' || r.id, NULL,
  jsonb_build_object('value', r.name, 'enabled', r.enabled, 'print', alert_rule_print(r))) FROM alert_rule r ORDER BY r.id;
SELECT note_trace('watch.change', 'user', 'watch ' || w.id, NULL,
  jsonb_build_object('kind', w.kind, 'value', w.name, 'print', list_watch_print(w))) FROM list_watch w ORDER BY w.id;
