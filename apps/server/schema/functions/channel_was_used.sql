-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124110100_upstream_keys
-- Whether an order ever went by a channel: then lists of orders name it, and it stays.

CREATE FUNCTION channel_was_used(whose bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM public.collection_order o WHERE o.channel_id = whose)
      OR EXISTS (SELECT FROM public.payout_order o WHERE o.channel_id = whose)
$function$
;
