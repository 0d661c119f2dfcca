-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100100_payout_submit
-- Of these merchants, those of whom somebody else holds a balance now that submitting would take.

CREATE FUNCTION held_merchants(customers bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  free bigint[];
BEGIN
  SELECT array_agg(f.account_id) INTO free
  FROM (
    SELECT b.account_id FROM balance b
    WHERE b.account_id IN (
      SELECT a.id FROM account a WHERE a.owner_id = ANY (customers) AND a.kind IN ('L200', 'L201', 'L202', 'L230', 'A130'))
    ORDER BY b.account_id FOR NO KEY UPDATE SKIP LOCKED
  ) f;
  RETURN QUERY
  SELECT DISTINCT a.owner_id FROM account a JOIN balance b ON b.account_id = a.id
  WHERE a.owner_id = ANY (customers) AND a.kind IN ('L200', 'L201', 'L202', 'L230', 'A130')
    AND b.account_id <> ALL (coalesce(free, '{}'));
END $function$
;
