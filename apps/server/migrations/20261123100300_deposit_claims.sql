-- Up Migration
-- A claim by itself keeps nobody out: whoever names a transfer first need not be whose it is, and is told nothing of others who
-- name it. What binds is what the platform found: a transfer is credited once. It is told while several claim the same.

DROP INDEX deposit_transfer;
-- One transfer on a chain is credited once, to whomever, in whatever currency, and however its number is written.
CREATE UNIQUE INDEX deposit_transfer ON deposit (reference_key(tx_hash)) WHERE tx_hash IS NOT NULL AND status = 'credited';
-- Nobody claims one twice for the same merchant.
CREATE UNIQUE INDEX deposit_claim ON deposit (owner_id, reference_key(tx_hash))
  WHERE tx_hash IS NOT NULL AND status IN ('pending', 'credited');
CREATE INDEX deposit_reference ON deposit (reference_key(tx_hash)) WHERE tx_hash IS NOT NULL;

-- Claims to one transfer come one after the other, so that the later knows of the earlier.
CREATE FUNCTION hold_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('deposit ' || reference_key(NEW.tx_hash), 0));
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_claimed BEFORE INSERT ON deposit FOR EACH ROW WHEN (NEW.tx_hash IS NOT NULL) EXECUTE FUNCTION hold_claim();

-- Who else claims the transfer of a top-up, or was credited with it.
CREATE FUNCTION claims_beside(d deposit) RETURNS SETOF deposit LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT o.* FROM deposit o
  WHERE reference_key(o.tx_hash) = reference_key(d.tx_hash) AND o.tx_hash IS NOT NULL AND o.id <> d.id AND o.owner_id <> d.owner_id
    AND o.status IN ('pending', 'credited')
$$;

REVOKE ALL ON FUNCTION claims_beside FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION claims_beside TO suanpan_app;
  END IF;
  -- The list as a file tells the platform of other claims, as the list does.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT EXECUTE ON FUNCTION claims_beside TO suanpan_report;
  END IF;
END $$;
