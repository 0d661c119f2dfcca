-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201092000_payout_agent_day
-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.

CREATE VIEW payout_agent_day_now AS
 SELECT payout_agent_day.day,
    payout_agent_day.agent_id,
    payout_agent_day.channel_id,
    payout_agent_day.channel_account_id,
    payout_agent_day.currency,
    payout_agent_day.status,
    payout_agent_day.made_count,
    payout_agent_day.made_amount,
    payout_agent_day.made_fee
   FROM payout_agent_day
UNION ALL
 SELECT payouts_by_channel.day,
    payouts_by_channel.agent_id,
    payouts_by_channel.channel_id,
    payouts_by_channel.channel_account_id,
    payouts_by_channel.currency,
    payouts_by_channel.status,
    payouts_by_channel.made_count,
    payouts_by_channel.made_amount,
    payouts_by_channel.made_fee
   FROM payouts_by_channel(ARRAY( SELECT d.*::payout_delta AS d
           FROM payout_delta d)) payouts_by_channel(day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure, made_count, made_amount, made_fee, ended_count, ended_amount, fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee, kept_endpoint_fee, kept_sub_agent_fee, kept_middleman_fee, kept_system_fee)
  WHERE (payouts_by_channel.made_count <> 0);
