-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- What a payout tells the world at this moment; callbacks are built from it, never from a later row.

CREATE FUNCTION payout_news(o payout_order)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT json_build_object(
    'order_id', o.id::text, 'order_no', o.order_no, 'merchant_order_no', o.merchant_order_no,
    'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text, 'sub_agent_id', o.sub_agent_id::text,
    'status', o.status, 'stage', o.stage, 'failure', o.failure, 'currency', o.currency, 'amount', o.amount::text,
    'fee', o.merchant_fee::text, 'created_at', o.created_at, 'completed_at', o.completed_at, 'metadata', o.metadata,
    'notify_url', o.notify_url, 'api_version', o.api_version, 'test', o.is_test, 'source', o.source)
$function$
;
