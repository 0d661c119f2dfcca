-- Up Migration
-- What each layer keeps of the payouts that were paid and stand: by the day on which they ended, as the merchant's fee of them
-- counts, so that fee and shares of a day come out. What was posted, also for payouts that came back, stays beside it.

LOCK TABLE payout_delta IN ACCESS EXCLUSIVE MODE;
-- What is noted so far is folded, so that the payouts can be counted whole below.
DO $$
BEGIN
  WHILE fold_payouts(100000) > 0 LOOP
  END LOOP;
END $$;

DROP VIEW payout_channel_day_now;
DROP FUNCTION payouts_by_channel, payout_by_channel;

ALTER TABLE payout_channel_day
  ADD COLUMN kept_endpoint_fee numeric NOT NULL DEFAULT 0,
  ADD COLUMN kept_sub_agent_fee numeric NOT NULL DEFAULT 0,
  ADD COLUMN kept_middleman_fee numeric NOT NULL DEFAULT 0,
  ADD COLUMN kept_system_fee numeric NOT NULL DEFAULT 0;
ALTER TABLE payout_channel_day
  ALTER COLUMN kept_endpoint_fee DROP DEFAULT,
  ALTER COLUMN kept_sub_agent_fee DROP DEFAULT,
  ALTER COLUMN kept_middleman_fee DROP DEFAULT,
  ALTER COLUMN kept_system_fee DROP DEFAULT;

UPDATE payout_channel_day AS t
SET kept_endpoint_fee = o.endpoint_fee, kept_sub_agent_fee = o.sub_agent_fee,
    kept_middleman_fee = o.middleman_fee, kept_system_fee = o.system_fee
FROM (
  SELECT business_day(p.completed_at) AS day, p.customer_id, p.agent_id, coalesce(p.sub_agent_id, 0) AS sub_agent_id,
         coalesce(p.channel_id, 0) AS channel_id, coalesce(p.channel_account_id, 0) AS channel_account_id, p.currency,
         sum(p.endpoint_fee) AS endpoint_fee, sum(p.sub_agent_fee) AS sub_agent_fee, sum(p.middleman_fee) AS middleman_fee,
         sum(p.system_fee) AS system_fee
  FROM payout_order p WHERE p.status = 'paid' AND NOT p.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7
) o
WHERE t.status = 'paid' AND t.failure = ''
  AND (t.day, t.customer_id, t.agent_id, t.sub_agent_id, t.channel_id, t.channel_account_id, t.currency)
    = (o.day, o.customer_id, o.agent_id, o.sub_agent_id, o.channel_id, o.channel_account_id, o.currency);

-- As it stands in the migration of the sums, and what is kept of a payout that stands.
CREATE FUNCTION payout_by_channel(o payout_order, m payout_move) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint,
  ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint,
  kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), m.counts, m.counts * o.amount,
         m.counts * o.merchant_fee, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  UNION ALL
  SELECT business_day(m.ended_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), 0, 0, 0, m.counts, m.counts * o.amount,
         CASE WHEN m.state = 'paid' THEN m.counts * o.merchant_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.endpoint_fee ELSE 0 END, CASE WHEN m.earns THEN o.sub_agent_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.middleman_fee ELSE 0 END, CASE WHEN m.earns THEN o.system_fee ELSE 0 END,
         k.kept * o.endpoint_fee, k.kept * o.sub_agent_fee, k.kept * o.middleman_fee, k.kept * o.system_fee
  FROM (SELECT CASE WHEN m.state = 'paid' THEN m.counts ELSE 0 END AS kept) k
  WHERE m.ended_at IS NOT NULL
$$;

CREATE FUNCTION payouts_by_channel(deltas payout_delta[]) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint,
  ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint,
  kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT c.* FROM payout_moves(deltas) m JOIN payout_order o ON o.id = m.id
  CROSS JOIN LATERAL payout_by_channel(o, m) c
  WHERE NOT o.is_test
$$;

CREATE VIEW payout_channel_day_now AS
  SELECT day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure,
         sum(made_count)::bigint AS made_count, sum(made_amount) AS made_amount, sum(made_fee) AS made_fee,
         sum(ended_count)::bigint AS ended_count, sum(ended_amount) AS ended_amount, sum(fee) AS fee,
         sum(endpoint_fee) AS endpoint_fee, sum(sub_agent_fee) AS sub_agent_fee, sum(middleman_fee) AS middleman_fee,
         sum(system_fee) AS system_fee,
         sum(kept_endpoint_fee) AS kept_endpoint_fee, sum(kept_sub_agent_fee) AS kept_sub_agent_fee,
         sum(kept_middleman_fee) AS kept_middleman_fee, sum(kept_system_fee) AS kept_system_fee
  FROM (
    SELECT * FROM payout_channel_day
    UNION ALL
    SELECT * FROM payouts_by_channel(ARRAY(SELECT d FROM payout_delta d))
  ) both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure;

CREATE OR REPLACE FUNCTION fold_payouts(most int) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  RETURN cardinality(taken);
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON payout_channel_day_now TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payout_channel_day_now TO suanpan_report;
  END IF;
END $$;
