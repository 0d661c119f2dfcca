-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261201093000_sums_in_parts

CREATE VIEW payout_facet_day_parts AS
 SELECT payout_facet_day.day,
    payout_facet_day.customer_id,
    payout_facet_day.agent_id,
    payout_facet_day.sub_agent_id,
    payout_facet_day.currency,
    payout_facet_day.facet,
    payout_facet_day.value,
    payout_facet_day.status,
    payout_facet_day.made_count,
    payout_facet_day.made_amount,
    payout_facet_day.made_fee
   FROM payout_facet_day
UNION ALL
 SELECT payouts_by_facet.day,
    payouts_by_facet.customer_id,
    payouts_by_facet.agent_id,
    payouts_by_facet.sub_agent_id,
    payouts_by_facet.currency,
    payouts_by_facet.facet,
    payouts_by_facet.value,
    payouts_by_facet.status,
    payouts_by_facet.made_count,
    payouts_by_facet.made_amount,
    payouts_by_facet.made_fee
   FROM payouts_by_facet(ARRAY( SELECT d.*::payout_delta AS d
           FROM payout_delta d)) payouts_by_facet(day, customer_id, agent_id, sub_agent_id, currency, facet, value, status, made_count, made_amount, made_fee);
