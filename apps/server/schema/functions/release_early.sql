-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release
-- Releases what is left of money that could pay others before its day (L202 to L200), account by account; answers how
-- many of the pool's rows were released. They are chosen once: others that come meanwhile are not under these locks.

CREATE FUNCTION release_early(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  chosen bigint[] := ARRAY(
    SELECT e.id FROM early_settlement e WHERE e.settle_at <= at ORDER BY e.settle_at, e.id LIMIT most);
  taken early_settlement[];
BEGIN
  PERFORM lock_early(ARRAY(SELECT e.account_id FROM early_settlement e WHERE e.id = ANY (chosen)));
  WITH gone AS (
    DELETE FROM early_settlement e WHERE e.id = ANY (chosen) RETURNING e
  )
  SELECT array_agg(g.e) INTO taken FROM gone g;
  PERFORM post_early(taken, NULL, NULL);
  RETURN coalesce(cardinality(taken), 0);
END $function$
;
