-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150000_said_in_the_log
-- To whom and where a withdrawal to this account goes.

CREATE FUNCTION withdraw_account_print(a withdraw_account)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(a.owner_id, a.type, a.currency, a.account_name, a.bank_code, a.branch, a.account_hash,
    a.card_shown, a.address, a.network, a.name_mark, a.card_mark)::text, 'UTF8')), 1, 16), 'hex')
$function$
;
