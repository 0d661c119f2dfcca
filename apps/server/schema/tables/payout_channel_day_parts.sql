-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201093000_sums_in_parts

CREATE VIEW payout_channel_day_parts AS
 SELECT payout_channel_day.day,
    payout_channel_day.customer_id,
    payout_channel_day.agent_id,
    payout_channel_day.sub_agent_id,
    payout_channel_day.channel_id,
    payout_channel_day.channel_account_id,
    payout_channel_day.currency,
    payout_channel_day.status,
    payout_channel_day.failure,
    payout_channel_day.made_count,
    payout_channel_day.made_amount,
    payout_channel_day.made_fee,
    payout_channel_day.ended_count,
    payout_channel_day.ended_amount,
    payout_channel_day.fee,
    payout_channel_day.endpoint_fee,
    payout_channel_day.sub_agent_fee,
    payout_channel_day.middleman_fee,
    payout_channel_day.system_fee,
    payout_channel_day.kept_endpoint_fee,
    payout_channel_day.kept_sub_agent_fee,
    payout_channel_day.kept_middleman_fee,
    payout_channel_day.kept_system_fee
   FROM payout_channel_day
UNION ALL
 SELECT payouts_by_channel.day,
    payouts_by_channel.customer_id,
    payouts_by_channel.agent_id,
    payouts_by_channel.sub_agent_id,
    payouts_by_channel.channel_id,
    payouts_by_channel.channel_account_id,
    payouts_by_channel.currency,
    payouts_by_channel.status,
    payouts_by_channel.failure,
    payouts_by_channel.made_count,
    payouts_by_channel.made_amount,
    payouts_by_channel.made_fee,
    payouts_by_channel.ended_count,
    payouts_by_channel.ended_amount,
    payouts_by_channel.fee,
    payouts_by_channel.endpoint_fee,
    payouts_by_channel.sub_agent_fee,
    payouts_by_channel.middleman_fee,
    payouts_by_channel.system_fee,
    payouts_by_channel.kept_endpoint_fee,
    payouts_by_channel.kept_sub_agent_fee,
    payouts_by_channel.kept_middleman_fee,
    payouts_by_channel.kept_system_fee
   FROM payouts_by_channel(ARRAY( SELECT d.*::payout_delta AS d
           FROM payout_delta d)) payouts_by_channel(day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure, made_count, made_amount, made_fee, ended_count, ended_amount, fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee, kept_endpoint_fee, kept_sub_agent_fee, kept_middleman_fee, kept_system_fee);
