-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150000_said_in_the_log
-- The same of a payee.

CREATE FUNCTION saved_payee_print(p saved_payee)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(p.customer_id, p.account_name, p.bank_code, p.branch, p.card_hash, p.card_shown)::text,
    'UTF8')), 1, 16), 'hex')
$function$
;
