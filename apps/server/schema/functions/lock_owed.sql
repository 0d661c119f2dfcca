-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130100_receivable
-- Locks the balances that these journals move, what their merchants owe, and those between which these orders are exchanged, all of
-- them in ascending account, before any is posted: nobody who holds one of them waits for another.

CREATE FUNCTION lock_owed(entries journal_entry[], exchanged_ids bigint[] DEFAULT NULL::bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT l.id FROM unnest(entries) AS e, unnest(e.account_ids) AS l (id)
    UNION
    SELECT a.id FROM unnest(entries) AS e
    JOIN account a ON a.key = account_key('A130', e.customer_id, NULL, e.currency, e.book)
    UNION
    SELECT exchange_accounts(exchanged_ids))
  ORDER BY b.account_id FOR NO KEY UPDATE;
END $function$
;
