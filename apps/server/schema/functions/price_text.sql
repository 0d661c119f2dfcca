-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121192000_price_trace

CREATE FUNCTION price_text(pct numeric, per_item bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT trim_scale(pct) || ' % + ' || per_item
$function$
;
