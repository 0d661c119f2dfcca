-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- Orders in the archive, and when the oldest one that is online was made.

CREATE FUNCTION archive_state()
 RETURNS TABLE(collection bigint, payout bigint, oldest_online timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (sum(p.moved - came.back) FILTER (WHERE p.kind = 'collection'))::bigint,
         (sum(p.moved - came.back) FILTER (WHERE p.kind = 'payout'))::bigint,
         least((SELECT min(o.created_at) FROM public.collection_order o), (SELECT min(o.created_at) FROM public.payout_order o))
  FROM archive_progress p
  CROSS JOIN LATERAL (SELECT coalesce(sum(r.orders), 0) AS back FROM archive_recall r WHERE r.kind = p.kind) came
$function$
;
