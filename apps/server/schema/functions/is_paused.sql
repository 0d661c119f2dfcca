-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate
-- Whether a tree's orders of one direction stand still at a provider.

CREATE FUNCTION is_paused(of_direction text, tree bigint, provider bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM money_pause z
    WHERE z.direction = of_direction AND coalesce(z.agent_id, tree) = tree
      AND (z.provider_id IS NULL OR z.provider_id = provider) AND (z.until IS NULL OR z.until > business_now()))
$function$
;
