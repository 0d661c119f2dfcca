-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123100700_bound_by_the_platform
-- Whether limits let more through than those that bind them, pair by pair; 0 is no limit. Who says nothing inherits from further up,
-- which may be wider, unless it is bound itself.

CREATE FUNCTION exceeds(own bigint[], bound bigint[], may_inherit boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(bool_or(l.bound > 0 AND CASE WHEN l.own IS NULL THEN NOT may_inherit ELSE l.own = 0 OR l.own > l.bound END), false)
  FROM unnest(own, bound) AS l (own, bound)
$function$
;
