-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups

CREATE VIEW collection_hour_now AS
 SELECT hour,
    agent_id,
    channel_id,
    currency,
    (sum(success_count))::bigint AS success_count,
    sum(success_amount) AS success_amount,
    sum(actual_amount) AS actual_amount,
    sum(accounted_amount) AS accounted_amount,
    sum(fee) AS fee,
    sum(endpoint_fee) AS endpoint_fee
   FROM ( SELECT collection_hour.hour,
            collection_hour.agent_id,
            collection_hour.channel_id,
            collection_hour.currency,
            collection_hour.success_count,
            collection_hour.success_amount,
            collection_hour.actual_amount,
            collection_hour.accounted_amount,
            collection_hour.fee,
            collection_hour.endpoint_fee
           FROM collection_hour
        UNION ALL
         SELECT date_trunc('hour'::text, collection_uncounted.created_at) AS date_trunc,
            collection_uncounted.agent_id,
            collection_uncounted.channel_id,
            collection_uncounted.currency,
            collection_uncounted.success_count,
            collection_uncounted.success_amount,
            collection_uncounted.actual_amount,
            collection_uncounted.accounted_amount,
            collection_uncounted.fee,
            collection_uncounted.endpoint_fee
           FROM collection_uncounted
          WHERE (collection_uncounted.success_count > 0)) both_parts
  GROUP BY hour, agent_id, channel_id, currency;
