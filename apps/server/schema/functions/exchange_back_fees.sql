-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Exchanges back what its earners return of their fee income by these legs, which are posted next.

CREATE FUNCTION exchange_back_fees(o collection_order, accounts bigint[], amounts bigint[], actor bigint, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM exchange_collection(o, (
    SELECT array_agg(ROW('L240', c.owner_id, c.amount)::exchange_share ORDER BY c.owner_id)
    FROM (
      SELECT a.owner_id, sum_minor(l.amount) AS amount
      FROM unnest(accounts, amounts) AS l (id, amount) JOIN account a ON a.id = l.id AND a.kind = 'L240' GROUP BY 1
    ) c WHERE c.amount < 0), actor, request);
END $function$
;
