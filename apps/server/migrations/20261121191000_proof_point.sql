-- Up Migration
-- Where an incremental proof of the books begins: every balance as it stood at one instant. A full proof shows that each
-- of them lies on the chain of its account; the log, which is sealed, keeps the digest of all of them.

CREATE TABLE proof_point (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  taken_at timestamptz NOT NULL,
  -- The highest journal that was there. Ids are drawn before they are committed, so a few below it may come later.
  journal_id bigint NOT NULL
);
CREATE TABLE proof_balance (
  account_id bigint PRIMARY KEY,
  balance bigint NOT NULL,
  version bigint NOT NULL
);

CREATE FUNCTION proof_point_digest() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(account_id || ' ' || balance || ' ' || version, ',' ORDER BY account_id), ''), 'UTF8')), 'hex')
  FROM proof_balance
$$;

-- Takes a new point in the place of the last one.
CREATE FUNCTION take_proof_point() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
REVOKE ALL ON FUNCTION take_proof_point FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE INSERT, UPDATE, DELETE ON proof_point, proof_balance FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION take_proof_point TO suanpan_app;
  END IF;
END $$;
