-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- Folds up to `most` notes into the sums and answers how many; zero also while somebody else folds. Nothing else writes them.
--
-- 20261201092000_payout_agent_day
-- As before, and by senior agent. (A note that goes because its payout came back from the archive is no news to any sum.)

CREATE FUNCTION fold_payouts(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  taken payout_delta[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('payouts.fold', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM payout_delta d WHERE d.id IN (SELECT c.id FROM payout_delta c ORDER BY c.id LIMIT most) RETURNING d
  )
  SELECT array_agg(g.d) INTO taken FROM gone g;
  IF taken IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO payout_channel_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency, c.status, c.failure,
         sum(c.made_count), sum(c.made_amount), sum(c.made_fee), sum(c.ended_count), sum(c.ended_amount), sum(c.fee),
         sum(c.endpoint_fee), sum(c.sub_agent_fee), sum(c.middleman_fee), sum(c.system_fee),
         sum(c.kept_endpoint_fee), sum(c.kept_sub_agent_fee), sum(c.kept_middleman_fee), sum(c.kept_system_fee)
  FROM payouts_by_channel(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure) DO UPDATE
    SET made_count = t.made_count + EXCLUDED.made_count, made_amount = t.made_amount + EXCLUDED.made_amount,
        made_fee = t.made_fee + EXCLUDED.made_fee, ended_count = t.ended_count + EXCLUDED.ended_count,
        ended_amount = t.ended_amount + EXCLUDED.ended_amount, fee = t.fee + EXCLUDED.fee,
        endpoint_fee = t.endpoint_fee + EXCLUDED.endpoint_fee, sub_agent_fee = t.sub_agent_fee + EXCLUDED.sub_agent_fee,
        middleman_fee = t.middleman_fee + EXCLUDED.middleman_fee, system_fee = t.system_fee + EXCLUDED.system_fee,
        kept_endpoint_fee = t.kept_endpoint_fee + EXCLUDED.kept_endpoint_fee,
        kept_sub_agent_fee = t.kept_sub_agent_fee + EXCLUDED.kept_sub_agent_fee,
        kept_middleman_fee = t.kept_middleman_fee + EXCLUDED.kept_middleman_fee,
        kept_system_fee = t.kept_system_fee + EXCLUDED.kept_system_fee;
  INSERT INTO payout_facet_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.currency, c.facet, c.value, c.status, sum(c.made_count),
         sum(c.made_amount), sum(c.made_fee)
  FROM payouts_by_facet(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency, facet, value, status) DO UPDATE
    SET made_count = t.made_count + EXCLUDED.made_count, made_amount = t.made_amount + EXCLUDED.made_amount,
        made_fee = t.made_fee + EXCLUDED.made_fee;
  INSERT INTO payout_agent_day AS t
  SELECT c.day, c.agent_id, c.channel_id, c.channel_account_id, c.currency, c.status, sum(c.made_count), sum(c.made_amount),
         sum(c.made_fee)
  FROM payouts_by_channel(taken) c
  WHERE c.made_count <> 0
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (day, agent_id, channel_id, channel_account_id, currency, status) DO UPDATE
    SET made_count = t.made_count + EXCLUDED.made_count, made_amount = t.made_amount + EXCLUDED.made_amount,
        made_fee = t.made_fee + EXCLUDED.made_fee;
  RETURN cardinality(taken);
END $function$
;
