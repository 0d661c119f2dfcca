-- Up Migration
-- What general agents were credited of single payouts: those by which they earned anything, also where it came back later. The
-- journal of the payment says so; one that was paid after it was given up brings nobody anything.

CREATE VIEW payout_commission AS
  SELECT o.created_at, business_day(o.created_at) AS day, o.customer_id, o.agent_id, o.sub_agent_id, o.channel_id,
         o.channel_account_id, o.currency, o.order_no, o.amount, o.sub_agent_fee
  FROM payout_order o
  JOIN journal j ON j.event = 'payout.paid' AND j.ref_id = o.id AND j.seq = 0
  WHERE o.sub_agent_id IS NOT NULL AND NOT o.is_test;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON payout_commission TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payout_commission TO suanpan_report;
  END IF;
END $$;
