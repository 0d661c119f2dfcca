-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Exchanges what a journal of this order brought its owners to spend, less what of it repaid a debt at once.

CREATE FUNCTION exchange_brought(o collection_order, brought bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM exchange_collection(o, (
    SELECT array_agg(ROW(a.kind, a.owner_id, least(c.amount, b.balance))::exchange_share ORDER BY a.id)
    FROM (
      SELECT l.id, sum_minor(l.amount) AS amount
      FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
      WHERE j.id = brought OR (j.event = 'receivable.repay' AND j.ref_id = brought)
      GROUP BY l.id
    ) c
    JOIN account a ON a.id = c.id AND (a.kind = 'L240' OR (a.kind = 'L200' AND a.owner_id = o.customer_id))
    JOIN balance b ON b.account_id = a.id
    WHERE least(c.amount, b.balance) > 0), j.actor_id, j.request_id)
  FROM journal j WHERE j.id = brought;
END $function$
;
