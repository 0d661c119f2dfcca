-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150000_said_in_the_log
-- The same of what a file told came in, the number by which it is booked with it.

CREATE FUNCTION told_print(t told_transfer)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT sha256(convert_to(ROW(t.channel_account_id, t.told_ref, t.ref, t.destination, extract(epoch FROM t.at), t.amount, t.payer_name,
    t.payer_last5, t.memo)::text, 'UTF8'))
$function$
;
