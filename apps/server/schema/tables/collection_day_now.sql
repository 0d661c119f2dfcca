-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups

CREATE VIEW collection_day_now AS
 SELECT day,
    customer_id,
    agent_id,
    sub_agent_id,
    currency,
    (sum(created_count))::bigint AS created_count,
    sum(created_amount) AS created_amount,
    (sum(success_count))::bigint AS success_count,
    sum(success_amount) AS success_amount,
    sum(actual_amount) AS actual_amount,
    sum(accounted_amount) AS accounted_amount,
    sum(fee) AS fee,
    sum(endpoint_fee) AS endpoint_fee
   FROM ( SELECT collection_day.day,
            collection_day.customer_id,
            collection_day.agent_id,
            collection_day.sub_agent_id,
            collection_day.currency,
            collection_day.created_count,
            collection_day.created_amount,
            collection_day.success_count,
            collection_day.success_amount,
            collection_day.actual_amount,
            collection_day.accounted_amount,
            collection_day.fee,
            collection_day.endpoint_fee
           FROM collection_day
        UNION ALL
         SELECT business_day(collection_uncounted.created_at) AS business_day,
            collection_uncounted.customer_id,
            collection_uncounted.agent_id,
            collection_uncounted.sub_agent_id,
            collection_uncounted.currency,
            collection_uncounted.created_count,
            collection_uncounted.created_amount,
            collection_uncounted.success_count,
            collection_uncounted.success_amount,
            collection_uncounted.actual_amount,
            collection_uncounted.accounted_amount,
            collection_uncounted.fee,
            collection_uncounted.endpoint_fee
           FROM collection_uncounted) both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, currency;
