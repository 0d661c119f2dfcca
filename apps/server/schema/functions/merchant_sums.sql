-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day

CREATE FUNCTION merchant_sums(above bigint, upto bigint)
 RETURNS TABLE(customer_id bigint, day date, currency text, event text, count bigint, amount numeric, fee numeric)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT s.customer_id, business_day(s.posted_at), s.currency, s.event, count(*), sum(s.amount), sum(s.fee)
  FROM (
    SELECT o.customer_id, j.posted_at, o.currency, j.event, o.actual_amount AS amount, o.fee
    FROM journal j JOIN collection_order o ON o.id = j.ref_id
    WHERE j.id > above AND j.id <= upto AND j.book = 'main' AND j.event = 'collection.settle'
    UNION ALL
    SELECT p.customer_id, j.posted_at, p.currency, j.event,
           -- What is paid after all costs its end point and no fee (J21).
           CASE j.event WHEN 'payout.paidLate' THEN p.amount + p.endpoint_fee WHEN 'payout.reverse' THEN -p.amount ELSE p.amount END,
           CASE j.event WHEN 'payout.paidLate' THEN 0 WHEN 'payout.reverse' THEN -p.merchant_fee ELSE p.merchant_fee END
    FROM journal j JOIN payout_order p ON p.id = j.ref_id
    WHERE j.id > above AND j.id <= upto AND j.book = 'main'
      AND j.event IN ('payout.paid', 'payout.paidLate', 'payout.reverse')
  ) s
  GROUP BY 1, 2, 3, 4
$function$
;
