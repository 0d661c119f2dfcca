-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123100300_deposit_claims
-- Who else claims the transfer of a top-up, or was credited with it.

CREATE FUNCTION claims_beside(d deposit)
 RETURNS SETOF deposit
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT o.* FROM deposit o
  WHERE reference_key(o.tx_hash) = reference_key(d.tx_hash) AND o.tx_hash IS NOT NULL AND o.id <> d.id AND o.owner_id <> d.owner_id
    AND o.status IN ('pending', 'credited')
$function$
;
