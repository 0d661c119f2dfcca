-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129090000_collection_agent_day
-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.

CREATE VIEW collection_agent_day_now AS
 SELECT collection_agent_day.day,
    collection_agent_day.agent_id,
    collection_agent_day.channel_id,
    collection_agent_day.channel_account_id,
    collection_agent_day.currency,
    collection_agent_day.created_count,
    collection_agent_day.created_amount,
    collection_agent_day.success_count,
    collection_agent_day.success_amount,
    collection_agent_day.failed_count,
    collection_agent_day.failed_amount,
    collection_agent_day.actual_amount,
    collection_agent_day.accounted_amount,
    collection_agent_day.fee
   FROM collection_agent_day
UNION ALL
 SELECT counted_by_agent.day,
    counted_by_agent.agent_id,
    counted_by_agent.channel_id,
    counted_by_agent.channel_account_id,
    counted_by_agent.currency,
    counted_by_agent.created_count,
    counted_by_agent.created_amount,
    counted_by_agent.success_count,
    counted_by_agent.success_amount,
    counted_by_agent.failed_count,
    counted_by_agent.failed_amount,
    counted_by_agent.actual_amount,
    counted_by_agent.accounted_amount,
    counted_by_agent.fee
   FROM counted_by_agent(ARRAY( SELECT d.*::collection_delta AS d
           FROM collection_delta d)) counted_by_agent(day, agent_id, channel_id, channel_account_id, currency, created_count, created_amount, success_count, success_amount, failed_count, failed_amount, actual_amount, accounted_amount, fee);
