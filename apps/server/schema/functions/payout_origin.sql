-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- What an order is and whose, as the row of the log that tells of its submission keeps it: a sealed witness against
-- whoever alters the order afterwards, its payee and its prices included.

CREATE FUNCTION payout_origin(o payout_order)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT jsonb_build_object('customer_id', o.customer_id, 'currency', o.currency, 'amount_minor', o.amount::text,
    'is_test', o.is_test, 'fee_minor', o.merchant_fee::text,
    'chain', hashint8extended(o.agent_id, hashint8extended(coalesce(o.sub_agent_id, 0),
      hashint8extended(coalesce(o.middleman_id, 0), 0)))::text,
    'payee', hashtextextended(o.account_name, hashtextextended(o.bank_code, hashtextextended(coalesce(o.branch, ''),
      hashtextextended(o.card_hash, hashtextextended(o.card_shown, hashtextextended(coalesce(o.name_mark, ''),
      hashtextextended(coalesce(o.card_mark, ''), 0)))))))::text,
    'asked', hashtextextended(o.order_no, hashtextextended(o.merchant_order_no, hashtextextended(o.source,
      hashtextextended(coalesce(o.notify_url, ''), hashint8extended(coalesce(o.api_key_id, 0),
      hashint8extended(coalesce(o.submitted_by, 0), 0))))))::text)
$function$
;
