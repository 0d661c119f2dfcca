-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups
-- Folds up to `most` notes into the sums and answers how many; zero also while somebody else folds. Nothing else writes them.

CREATE FUNCTION fold_collections(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  taken collection_delta[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('collections.fold', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM collection_delta d
    WHERE d.id IN (SELECT c.id FROM collection_delta c ORDER BY c.id LIMIT most) RETURNING d
  )
  SELECT array_agg(g.d) INTO taken FROM gone g;
  IF taken IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO collection_channel_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency,
         sum(c.created_count), sum(c.created_amount), sum(c.success_count), sum(c.success_amount),
         sum(c.failed_count), sum(c.paid_count), sum(c.paid_amount), sum(c.actual_amount), sum(c.accounted_amount),
         sum(c.fee), sum(c.endpoint_fee), sum(c.sub_agent_fee), sum(c.middleman_fee), sum(c.system_fee)
  FROM counted_by_channel(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency) DO UPDATE
    SET created_count = t.created_count + EXCLUDED.created_count,
        created_amount = t.created_amount + EXCLUDED.created_amount,
        success_count = t.success_count + EXCLUDED.success_count,
        success_amount = t.success_amount + EXCLUDED.success_amount,
        failed_count = t.failed_count + EXCLUDED.failed_count, paid_count = t.paid_count + EXCLUDED.paid_count,
        paid_amount = t.paid_amount + EXCLUDED.paid_amount, actual_amount = t.actual_amount + EXCLUDED.actual_amount,
        accounted_amount = t.accounted_amount + EXCLUDED.accounted_amount, fee = t.fee + EXCLUDED.fee,
        endpoint_fee = t.endpoint_fee + EXCLUDED.endpoint_fee,
        sub_agent_fee = t.sub_agent_fee + EXCLUDED.sub_agent_fee,
        middleman_fee = t.middleman_fee + EXCLUDED.middleman_fee, system_fee = t.system_fee + EXCLUDED.system_fee;
  WITH counted AS MATERIALIZED (
    SELECT * FROM counted_orders(taken)
  ), by_hour AS (
    INSERT INTO collection_hour AS h (hour, agent_id, channel_id, currency, success_count, success_amount, actual_amount,
      accounted_amount, fee, endpoint_fee)
    SELECT date_trunc('hour', c.created_at), c.agent_id, c.channel_id, c.currency, sum(c.success_count),
           sum(c.success_amount), sum(c.actual_amount), sum(c.accounted_amount), sum(c.fee), sum(c.endpoint_fee)
    FROM counted c WHERE c.success_count > 0
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (hour, agent_id, channel_id, currency) DO UPDATE
      SET success_count = h.success_count + EXCLUDED.success_count,
          success_amount = h.success_amount + EXCLUDED.success_amount,
          actual_amount = h.actual_amount + EXCLUDED.actual_amount,
          accounted_amount = h.accounted_amount + EXCLUDED.accounted_amount,
          fee = h.fee + EXCLUDED.fee, endpoint_fee = h.endpoint_fee + EXCLUDED.endpoint_fee
  )
  INSERT INTO collection_day AS d (day, customer_id, agent_id, sub_agent_id, currency, created_count, created_amount,
    success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee)
  SELECT business_day(c.created_at), c.customer_id, c.agent_id, c.sub_agent_id, c.currency, sum(c.created_count),
         sum(c.created_amount), sum(c.success_count), sum(c.success_amount), sum(c.actual_amount),
         sum(c.accounted_amount), sum(c.fee), sum(c.endpoint_fee)
  FROM counted c
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency) DO UPDATE
    SET created_count = d.created_count + EXCLUDED.created_count,
        created_amount = d.created_amount + EXCLUDED.created_amount,
        success_count = d.success_count + EXCLUDED.success_count,
        success_amount = d.success_amount + EXCLUDED.success_amount,
        actual_amount = d.actual_amount + EXCLUDED.actual_amount,
        accounted_amount = d.accounted_amount + EXCLUDED.accounted_amount,
        fee = d.fee + EXCLUDED.fee, endpoint_fee = d.endpoint_fee + EXCLUDED.endpoint_fee;
  RETURN cardinality(taken);
END $function$
;
