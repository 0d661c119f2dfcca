-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201090000_collection_merchant_day
-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.

CREATE VIEW collection_merchant_day_now AS
 SELECT collection_merchant_day.day,
    collection_merchant_day.customer_id,
    collection_merchant_day.agent_id,
    collection_merchant_day.sub_agent_id,
    collection_merchant_day.channel_id,
    collection_merchant_day.channel_account_id,
    collection_merchant_day.currency,
    collection_merchant_day.created_count,
    collection_merchant_day.created_amount,
    collection_merchant_day.success_count,
    collection_merchant_day.success_amount,
    collection_merchant_day.failed_count,
    collection_merchant_day.failed_amount,
    collection_merchant_day.actual_amount,
    collection_merchant_day.accounted_amount,
    collection_merchant_day.fee
   FROM collection_merchant_day
UNION ALL
 SELECT counted_by_merchant.day,
    counted_by_merchant.customer_id,
    counted_by_merchant.agent_id,
    counted_by_merchant.sub_agent_id,
    counted_by_merchant.channel_id,
    counted_by_merchant.channel_account_id,
    counted_by_merchant.currency,
    counted_by_merchant.created_count,
    counted_by_merchant.created_amount,
    counted_by_merchant.success_count,
    counted_by_merchant.success_amount,
    counted_by_merchant.failed_count,
    counted_by_merchant.failed_amount,
    counted_by_merchant.actual_amount,
    counted_by_merchant.accounted_amount,
    counted_by_merchant.fee
   FROM counted_by_merchant(ARRAY( SELECT d.*::collection_delta AS d
           FROM collection_delta d)) counted_by_merchant(day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, created_count, created_amount, success_count, success_amount, failed_count, failed_amount, actual_amount, accounted_amount, fee);
