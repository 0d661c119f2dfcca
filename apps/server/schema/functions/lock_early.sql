-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release
-- Locks the balances between which early money of these accounts moves, in ascending account, as everybody does: a row
-- of the pool is only touched under them.

CREATE FUNCTION lock_early(accounts bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT x.id FROM account early
    JOIN account x ON x.key IN (early.key, account_key('L200', early.owner_id, NULL, early.currency, early.book),
      account_key('A130', early.owner_id, NULL, early.currency, early.book))
    WHERE early.id = ANY (accounts))
  ORDER BY b.account_id FOR NO KEY UPDATE;
END $function$
;
