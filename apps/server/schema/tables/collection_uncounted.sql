-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups

CREATE VIEW collection_uncounted AS
 SELECT created_at,
    customer_id,
    agent_id,
    sub_agent_id,
    channel_id,
    currency,
    created_count,
    created_amount,
    success_count,
    success_amount,
    actual_amount,
    accounted_amount,
    fee,
    endpoint_fee
   FROM counted_orders(ARRAY( SELECT d.*::collection_delta AS d
           FROM collection_delta d)) c(created_at, customer_id, agent_id, sub_agent_id, channel_id, currency, created_count, created_amount, success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee);
