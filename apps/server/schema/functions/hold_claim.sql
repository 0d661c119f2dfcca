-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123100300_deposit_claims
-- Claims to one transfer come one after the other, so that the later knows of the earlier.

CREATE FUNCTION hold_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('deposit ' || reference_key(NEW.tx_hash), 0));
  RETURN NEW;
END $function$
;
