-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund

CREATE FUNCTION tell_refund(o collection_order, r refund)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'refund.updated', 'collection:' || o.id, (collection_news(o)::jsonb
    || jsonb_build_object('refund', jsonb_build_object('id', r.id::text, 'refund_no', r.merchant_refund_no,
      'amount', r.amount::text, 'status', r.status)))::json,
    business_now()
$function$
;
