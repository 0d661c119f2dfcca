-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day

CREATE VIEW merchant_day_now AS
 SELECT customer_id,
    day,
    currency,
    event,
    (sum(count))::bigint AS count,
    sum(amount) AS amount,
    sum(fee) AS fee
   FROM ( SELECT merchant_day.customer_id,
            merchant_day.day,
            merchant_day.currency,
            merchant_day.event,
            merchant_day.count,
            merchant_day.amount,
            merchant_day.fee
           FROM merchant_day
        UNION ALL
         SELECT merchant_sums.customer_id,
            merchant_sums.day,
            merchant_sums.currency,
            merchant_sums.event,
            merchant_sums.count,
            merchant_sums.amount,
            merchant_sums.fee
           FROM merchant_sums(( SELECT f.journal_id
                   FROM account_fold f), '9223372036854775807'::bigint) merchant_sums(customer_id, day, currency, event, count, amount, fee)) both_parts
  GROUP BY customer_id, day, currency, event;
