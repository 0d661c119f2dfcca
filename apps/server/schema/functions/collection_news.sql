-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- What an order tells the world at this moment; callbacks are built from it, never from a later row.

CREATE FUNCTION collection_news(o collection_order)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT json_build_object(
    'order_id', o.id::text, 'order_no', o.order_no, 'merchant_order_no', o.merchant_order_no,
    'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text, 'sub_agent_id', o.sub_agent_id::text,
    'status', o.status, 'refund_status', o.refund_status, 'currency', o.currency,
    'amount', o.order_amount::text, 'pay_amount', o.pay_amount::text, 'paid_amount', o.actual_amount::text,
    'fee', o.fee::text, 'credited_amount', o.accounted_amount::text, 'rate', trim_scale(o.exchange_rate)::text,
    'method', o.method, 'created_at', o.created_at, 'expires_at', o.expires_at, 'completed_at', o.completed_at,
    'metadata', o.metadata, 'notify_url', o.notify_url, 'api_version', o.api_version,
    -- A simulated payment of a live order moved no money either.
    'test', o.is_test OR o.status = 'test_supplied', 'source', o.source)
$function$
;
