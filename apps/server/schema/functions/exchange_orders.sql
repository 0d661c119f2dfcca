-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- The same of orders that were just settled or released, each by its journal.

CREATE FUNCTION exchange_orders(ids bigint[], journals bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM balance b WHERE b.account_id IN (SELECT exchange_accounts(ids)) ORDER BY b.account_id FOR NO KEY UPDATE;
  PERFORM exchange_brought(o, x.journal)
  FROM unnest(ids, journals) WITH ORDINALITY AS x (id, journal, n) JOIN collection_order o ON o.id = x.id ORDER BY x.n;
END $function$
;
