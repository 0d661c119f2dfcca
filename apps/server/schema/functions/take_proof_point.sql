-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121191000_proof_point
-- Takes a new point in the place of the last one.

CREATE FUNCTION take_proof_point()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  LOCK TABLE proof_point IN EXCLUSIVE MODE;
  DELETE FROM proof_balance;
  DELETE FROM proof_point;
  -- One statement, so that balances and the highest journal are of one snapshot.
  WITH balances AS (
    INSERT INTO proof_balance (account_id, balance, version) SELECT b.account_id, b.balance, b.version FROM balance b
  )
  INSERT INTO proof_point (taken_at, journal_id) SELECT business_now(), coalesce(max(j.id), 0) FROM journal j;
  INSERT INTO audit_log (at, act, object_kind, object_id, after)
  SELECT taken_at, 'ledger.point', 'audit', journal_id::text, json_build_object('books', proof_point_digest())
  FROM proof_point;
END $function$
;
