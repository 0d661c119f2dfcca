-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129090000_collection_agent_day
-- A note goes when it is folded, and in no other way.
--
-- 20261201090000_collection_merchant_day
-- A note goes when it is folded, and in no other way.

CREATE FUNCTION fold_by_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  WITH counted AS MATERIALIZED (
    SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency,
           sum(c.created_count) AS created_count, sum(c.created_amount) AS created_amount, sum(c.success_count) AS success_count,
           sum(c.success_amount) AS success_amount, sum(c.failed_count) AS failed_count, sum(c.failed_amount) AS failed_amount,
           sum(c.actual_amount) AS actual_amount, sum(c.accounted_amount) AS accounted_amount, sum(c.fee) AS fee
    FROM counted_by_merchant(ARRAY(SELECT g::collection_delta FROM gone g)) c
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), by_agent AS (
    INSERT INTO collection_agent_day AS t
    SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, sum(c.created_count), sum(c.created_amount),
           sum(c.success_count), sum(c.success_amount), sum(c.failed_count), sum(c.failed_amount), sum(c.actual_amount),
           sum(c.accounted_amount), sum(c.fee)
    FROM counted c
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (day, agent_id, channel_id, channel_account_id, currency) DO UPDATE
      SET created_count = t.created_count + EXCLUDED.created_count, created_amount = t.created_amount + EXCLUDED.created_amount,
          success_count = t.success_count + EXCLUDED.success_count, success_amount = t.success_amount + EXCLUDED.success_amount,
          failed_count = t.failed_count + EXCLUDED.failed_count, failed_amount = t.failed_amount + EXCLUDED.failed_amount,
          actual_amount = t.actual_amount + EXCLUDED.actual_amount, accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount,
          fee = t.fee + EXCLUDED.fee
  )
  INSERT INTO collection_merchant_day AS t
  SELECT c.* FROM counted c ORDER BY c.customer_id, c.day, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency
  ON CONFLICT (customer_id, day, agent_id, sub_agent_id, channel_id, channel_account_id, currency) DO UPDATE
    SET created_count = t.created_count + EXCLUDED.created_count, created_amount = t.created_amount + EXCLUDED.created_amount,
        success_count = t.success_count + EXCLUDED.success_count, success_amount = t.success_amount + EXCLUDED.success_amount,
        failed_count = t.failed_count + EXCLUDED.failed_count, failed_amount = t.failed_amount + EXCLUDED.failed_amount,
        actual_amount = t.actual_amount + EXCLUDED.actual_amount, accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount,
        fee = t.fee + EXCLUDED.fee;
  RETURN NULL;
END $function$
;
