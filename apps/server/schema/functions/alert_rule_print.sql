-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261130110200_watching_said_in_the_log
-- All that a rule asks and whom it tells; how often it was changed decides nothing.

CREATE FUNCTION alert_rule_print(r alert_rule)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(r.name, r.shipped, r.metric, r.scope, r.bound, r.mark, r.min_orders, r.window_min,
    r.cool_down_min, r.via, r.url, r.enabled)::text, 'UTF8')), 1, 16), 'hex')
$function$
;
