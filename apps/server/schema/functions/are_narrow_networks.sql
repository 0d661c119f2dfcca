-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- Whether a list names networks, and none wider than /24, or /48 of IPv6; IPv4 written as IPv6 is no network of its own.

CREATE FUNCTION are_narrow_networks(entries text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(bool_and(
    masklen(e::inet) >= CASE family(e::inet) WHEN 4 THEN 24 ELSE 48 END AND NOT e::inet <<= '::ffff:0:0/96'), false)
  FROM unnest(entries) AS e
$function$
;
