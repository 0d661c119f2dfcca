-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130200_payout_commission

CREATE VIEW payout_commission AS
 SELECT o.created_at,
    business_day(o.created_at) AS day,
    o.customer_id,
    o.agent_id,
    o.sub_agent_id,
    o.channel_id,
    o.channel_account_id,
    o.currency,
    o.order_no,
    o.amount,
    o.sub_agent_fee
   FROM (payout_order o
     JOIN journal j ON (((j.event = 'payout.paid'::text) AND (j.ref_id = o.id) AND (j.seq = 0))))
  WHERE ((o.sub_agent_id IS NOT NULL) AND (NOT o.is_test));
