-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day

CREATE FUNCTION payouts_by_facet(deltas payout_delta[])
 RETURNS TABLE(day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, currency text, facet text, value text, status text, made_count bigint, made_amount bigint, made_fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.currency, f.facet, f.value, m.state,
         m.counts, m.counts * o.amount, m.counts * o.merchant_fee
  FROM payout_moves(deltas) m JOIN payout_order o ON o.id = m.id
  CROSS JOIN LATERAL (VALUES
    ('bank', o.bank_code), ('hour', to_char(o.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24'))) AS f (facet, value)
  WHERE NOT o.is_test
$function$
;
