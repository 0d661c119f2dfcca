-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121191000_proof_point

CREATE FUNCTION proof_point_digest()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT encode(sha256(convert_to(coalesce(string_agg(account_id || ' ' || balance || ' ' || version, ',' ORDER BY account_id), ''), 'UTF8')), 'hex')
  FROM proof_balance
$function$
;
