-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201093000_sums_in_parts

CREATE VIEW collection_channel_day_parts AS
 SELECT collection_channel_day.day,
    collection_channel_day.customer_id,
    collection_channel_day.agent_id,
    collection_channel_day.sub_agent_id,
    collection_channel_day.channel_id,
    collection_channel_day.channel_account_id,
    collection_channel_day.currency,
    collection_channel_day.created_count,
    collection_channel_day.created_amount,
    collection_channel_day.success_count,
    collection_channel_day.success_amount,
    collection_channel_day.failed_count,
    collection_channel_day.paid_count,
    collection_channel_day.paid_amount,
    collection_channel_day.actual_amount,
    collection_channel_day.accounted_amount,
    collection_channel_day.fee,
    collection_channel_day.endpoint_fee,
    collection_channel_day.sub_agent_fee,
    collection_channel_day.middleman_fee,
    collection_channel_day.system_fee
   FROM collection_channel_day
UNION ALL
 SELECT counted_by_channel.day,
    counted_by_channel.customer_id,
    counted_by_channel.agent_id,
    counted_by_channel.sub_agent_id,
    counted_by_channel.channel_id,
    counted_by_channel.channel_account_id,
    counted_by_channel.currency,
    counted_by_channel.created_count,
    counted_by_channel.created_amount,
    counted_by_channel.success_count,
    counted_by_channel.success_amount,
    counted_by_channel.failed_count,
    counted_by_channel.paid_count,
    counted_by_channel.paid_amount,
    counted_by_channel.actual_amount,
    counted_by_channel.accounted_amount,
    counted_by_channel.fee,
    counted_by_channel.endpoint_fee,
    counted_by_channel.sub_agent_fee,
    counted_by_channel.middleman_fee,
    counted_by_channel.system_fee
   FROM counted_by_channel(ARRAY( SELECT d.*::collection_delta AS d
           FROM collection_delta d)) counted_by_channel(day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, created_count, created_amount, success_count, success_amount, failed_count, paid_count, paid_amount, actual_amount, accounted_amount, fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee);
