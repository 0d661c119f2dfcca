-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release
-- Releases these shares of early money before their day, as far as payouts have left of the day's pool. What stays gets an
-- id of its own, because the old one is the reference of this release.

CREATE FUNCTION release_early_before(shares early_share[], actor bigint, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  taken early_settlement[];
BEGIN
  PERFORM lock_early(ARRAY(SELECT s.account_id FROM unnest(shares) AS s));
  WITH drawn AS (
    SELECT e.id, e.account_id, e.settle_at, least(e.amount, s.amount) AS amount
    FROM unnest(shares) AS s JOIN early_settlement e ON e.account_id = s.account_id AND e.settle_at = s.settle_at
  ), left_over AS (
    UPDATE early_settlement e SET id = DEFAULT, amount = e.amount - d.amount FROM drawn d WHERE e.id = d.id
  )
  SELECT array_agg(ROW(d.id, d.account_id, d.settle_at, d.amount)::early_settlement) INTO taken FROM drawn d;
  PERFORM post_early(taken, actor, request);
END $function$
;
