-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261130110000_exchanges_said_in_the_log

CREATE FUNCTION house_exchange_print(x house_exchange)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(substr(sha256(convert_to(ROW(x.base, x.quote, x.base_amount, x.quote_amount, x.held, x.cost, x.result, x.counterparty,
    x.maker_id, x.checker_id, x.approval_id, x.reason, extract(epoch FROM x.created_at))::text, 'UTF8')), 1, 16), 'hex')
$function$
;
