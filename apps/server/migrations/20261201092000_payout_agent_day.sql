-- Up Migration
-- Payouts by day of making, senior agent, channel and outcome, of all merchants together: what the totals of their list ask for. A merchant
-- with a payout or two a day has as many sums of his own as payouts; all of a senior agent's are a few rows a day. Proof R15 holds it
-- against the payouts.
-- The version before: its notes are counted here too as they are folded, and it reads none of this.

LOCK TABLE payout_delta IN ACCESS EXCLUSIVE MODE;
-- What is noted so far is folded, so that the payouts can be counted whole below.
DO $$
BEGIN
  WHILE fold_payouts(100000) > 0 LOOP
  END LOOP;
END $$;

-- Zero stands for payouts that no channel takes. Amounts in minor units.
CREATE TABLE payout_agent_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  PRIMARY KEY (day, agent_id, channel_id, channel_account_id, currency, status)
) WITH (fillfactor = 50);

-- What is kept and what came since; whoever reads it sums it up, so there may be two rows of one channel and day.
CREATE VIEW payout_agent_day_now AS
  SELECT day, agent_id, channel_id, channel_account_id, currency, status, made_count, made_amount, made_fee FROM payout_agent_day
  UNION ALL
  SELECT day, agent_id, channel_id, channel_account_id, currency, status, made_count, made_amount, made_fee
  FROM payouts_by_channel(ARRAY(SELECT d FROM payout_delta d)) WHERE made_count <> 0;

-- As before, and by senior agent. (A note that goes because its payout came back from the archive is no news to any sum.)
CREATE OR REPLACE FUNCTION fold_payouts(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

INSERT INTO payout_agent_day
SELECT business_day(o.created_at), o.agent_id, coalesce(o.channel_id, 0), coalesce(o.channel_account_id, 0), o.currency, o.status,
       count(*), sum(o.amount), sum(o.merchant_fee)
FROM whole.payout_order o
WHERE NOT o.is_test GROUP BY 1, 2, 3, 4, 5, 6;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON payout_agent_day, payout_agent_day_now TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON payout_agent_day, payout_agent_day_now FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payout_agent_day, payout_agent_day_now TO suanpan_report;
  END IF;
END $$;
